import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { Mirror } from '#pwa/local/mirror.ts';
import { takeBack } from '#pwa/local/outbox-actions.ts';
import { type Outcome, outcomeOf } from '#pwa/local/outcome.ts';
import { type OutcomeTexts, showOutcome } from './outcome-toast.ts';

/**
 * Time for the screens to show the change before its toast, in ms: the toast and a closing sheet take a
 * frame, in which the screens' reads would wait (`npm run bench -- office`).
 */
const CHANGE_FIRST = 40;

/** Waits for the outcome of a queued change, shows it as a toast with Undo, and returns it. */
export async function tellOutcome(
  t: TextAccess['t'],
  mirror: Mirror,
  key: string,
  texts: Omit<OutcomeTexts, 'undo'>,
): Promise<Outcome> {
  const shown = new Promise((resolve) => setTimeout(resolve, CHANGE_FIRST));
  const outcome = await outcomeOf(mirror, key);
  await shown;
  showOutcome(t, outcome, { ...texts, undo: () => takeBack(mirror, key) });
  return outcome;
}
