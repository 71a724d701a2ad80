import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { problemText } from '#pwa/i18n/word-text.ts';
import { OutdatedTab } from '#pwa/local/database/mirror.ts';
import type { UndoResult } from '#pwa/local/outbox/outbox-actions.ts';
import type { Outcome } from '#pwa/local/outbox/outcome.ts';
import { NotSaved } from '#pwa/local/outbox/queue.ts';
import { showToast, type ToastContent } from '#pwa/ui/toasts/toast-store.ts';

export interface OutcomeTexts {
  /** Shown only after the server has accepted the change. */
  sent: Pick<ToastContent, 'title' | 'action'> & { description: string };
  /** Shown after a refusal; `description` receives the reason in the person's language. */
  refused: { title: string; description?: (reason: string) => string };
  /** Undoes a queued change. */
  undo?: () => Promise<UndoResult>;
  /** Undoes a change that the server has, or may have soon, by another change. Never rejects. */
  reverse?: () => Promise<void>;
}

/**
 * Shows the outcome of a change: accepted, saved on this device, or refused; of a dropped one nothing.
 *
 * @returns the toast that says that the change is saved on this device; null for any other outcome
 */
export function showOutcome(
  t: TextAccess['t'],
  outcome: Outcome,
  texts: OutcomeTexts,
  show: (content: ToastContent) => number = showToast,
): number | null {
  const { undo, reverse } = texts;
  const undoBy = (onPress: () => void) => ({ label: t('sync.undo'), onPress });
  if (outcome.kind === 'waiting') {
    return show({
      title: t('sync.saved'),
      ...(undo && { action: undoBy(() => void takeBack(t, undo, texts)) }),
    });
  }
  if (outcome.kind === 'sent') {
    show({ ...texts.sent, ...(reverse && { action: undoBy(() => void reverse()) }) });
  } else if (outcome.kind === 'refused') {
    const { title, description = (said: string) => said } = texts.refused;
    show({ title, description: description(problemText(t, outcome)), kind: 'destructive' });
  }
  return null;
}

/**
 * Undoes a change that was queued when its toast came. It may be in flight or sent by now: then another change
 * follows it.
 */
async function takeBack(
  t: TextAccess['t'],
  undo: () => Promise<UndoResult>,
  { sent, reverse }: OutcomeTexts,
): Promise<void> {
  const became = await undo();
  if (reverse && hasLeft(became)) return reverse();
  showUndoResult(t, [became], { still: t('sync.refusal.discardMaybe'), sent });
}

/** Whether the change was too far on its way to be taken back. */
export function hasLeft(became: UndoResult): boolean {
  return became === 'sent' || became === 'sending';
}

/**
 * Shows the result of an undo. "Not sent" is said only of changes that never left this device, "sent"
 * never of changes in flight.
 *
 * @param still shown if some of the changes may have reached the server
 */
export function showUndoResult(
  t: TextAccess['t'],
  became: readonly UndoResult[],
  { still, sent }: { still: string; sent: ToastContent },
): void {
  if (became.every((one) => one === 'undone')) {
    showToast({ title: t('sync.undone'), description: t('sync.undoneDescription') });
  } else if (became.some((one) => one === 'undone' || one === 'unanswered')) {
    showToast({ title: t('sync.undone'), description: still });
  } else if (became.includes('sending')) {
    showToast({ title: t('sync.edit.tooLate'), kind: 'destructive' });
  } else showToast(sent);
}

/** Shows that this device could not store a change (NotSaved of local/outbox/queue.ts), and why. */
export function showNotSaved(t: TextAccess['t'], error: unknown): void {
  console.error(error);
  const isFull = error instanceof NotSaved && error.full;
  const isOutdated = error instanceof OutdatedTab || (error instanceof NotSaved && error.outdated);
  const reason = isFull ? 'sync.storageFull' : 'sync.notSaved';
  showToast({
    title: t('sync.notSavedTitle'),
    description: t(isOutdated ? 'sync.outdated' : reason),
    kind: 'destructive',
  });
}
