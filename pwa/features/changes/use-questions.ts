import { useConflicts } from '#pwa/local/conflicts.ts';
import { useFieldConflicts } from '#pwa/local/field-conflicts.ts';
import { useOutbox } from './use-outbox.ts';

/** How many changes wait for a decision of the person: conflicts and refusals. Undefined while loading. */
export function useQuestions(): number | undefined {
  const conflicts = useConflicts();
  const disputes = useFieldConflicts();
  const outbox = useOutbox();
  if (!conflicts || !disputes || !outbox) return undefined;
  const refused = outbox.filter(({ state }) => state === 'refused');
  return conflicts.length + disputes.length + refused.length;
}
