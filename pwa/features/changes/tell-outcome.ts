import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { takeBack } from '#pwa/local/outbox/outbox-actions.ts';
import { type Outcome, outcomeOf } from '#pwa/local/outbox/outcome.ts';
import {
  dismissToast,
  reviseToast,
  type ToastContent,
  whileOpen,
} from '#pwa/ui/toasts/toast-store.ts';
import { type OutcomeTexts, showOutcome } from './outcome-toast.ts';

/**
 * Waits for the outcome of a queued change, shows it as a toast with Undo, and returns it.
 *
 * @param undo null for a change that its page is about, which cannot be undone there
 */
export async function tellOutcome(
  t: TextAccess['t'],
  mirror: Mirror,
  key: string,
  texts: Omit<OutcomeTexts, 'undo'>,
  undo: OutcomeTexts['undo'] | null = () => takeBack(mirror, key),
): Promise<Outcome> {
  const outcome = await outcomeOf(mirror, key);
  const all = { ...texts, ...(undo && { undo }) };
  void follow(
    showOutcome(t, outcome, all),
    (until) => outcomeOf(mirror, key, until),
    (later, show) => showOutcome(t, later, all, show),
  );
  return outcome;
}

/**
 * As soon as changes have left the queue, the toast that says that they are saved here says what became of them. It
 * closes if there is nothing to say.
 */
export async function follow<Later>(
  saved: number | null,
  later: (until: AbortSignal) => Promise<Later>,
  say: (outcome: Later, show: (content: ToastContent) => number) => void,
): Promise<void> {
  if (saved === null) return;
  const closed = whileOpen(saved);
  const outcome = await later(closed);
  if (closed.aborted) return;
  let isSaid = false;
  say(outcome, (content) => {
    isSaid = true;
    return reviseToast(saved, content);
  });
  if (!isSaid) dismissToast(saved);
}
