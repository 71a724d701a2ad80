import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { Mirror } from '#pwa/local/mirror.ts';
import { takeBack } from '#pwa/local/outbox-actions.ts';
import { type Outcome, outcomeOf } from '#pwa/local/outcome.ts';
import { type OutcomeTexts, showOutcome } from './outcome-toast.ts';

/** Waits for the outcome of a queued change, shows it as a toast with Undo, and returns it. */
export async function tellOutcome(
  t: TextAccess['t'],
  mirror: Mirror,
  key: string,
  texts: Omit<OutcomeTexts, 'undo'>,
): Promise<Outcome> {
  const outcome = await outcomeOf(mirror, key);
  showOutcome(t, outcome, { ...texts, undo: () => takeBack(mirror, key) });
  return outcome;
}
