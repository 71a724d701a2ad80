import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { problemText } from '#pwa/i18n/word-text.ts';
import { OutdatedTab } from '#pwa/local/mirror.ts';
import type { UndoResult } from '#pwa/local/outbox-actions.ts';
import type { Outcome, Outcomes } from '#pwa/local/outcome.ts';
import { NotSaved } from '#pwa/local/queue.ts';
import { showToast, type ToastContent } from '#pwa/ui/toast-store.ts';

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

/** Shows the outcome of a change: accepted, saved on this device, or refused; of a dropped one nothing. */
export function showOutcome(t: TextAccess['t'], outcome: Outcome, texts: OutcomeTexts): void {
  const { undo, reverse } = texts;
  const undoBy = (onPress: () => void) => ({ label: t('sync.undo'), onPress });
  if (outcome.kind === 'dropped') return;
  if (outcome.kind === 'sent') {
    showToast({ ...texts.sent, ...(reverse && { action: undoBy(() => void reverse()) }) });
    return;
  }
  if (outcome.kind === 'refused') {
    const reason = problemText(t, outcome);
    const { title, description = (said: string) => said } = texts.refused;
    showToast({ title, description: description(reason), kind: 'destructive' });
    return;
  }
  showToast({
    title: t('sync.saved'),
    ...(undo && { action: undoBy(() => void takeBack(t, undo, texts)) }),
  });
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
function hasLeft(became: UndoResult): boolean {
  return became === 'sent' || became === 'sending';
}

/**
 * Shows one toast for changes that were made together. Refusals come first: they need a person.
 *
 * @param undo undoes the queued ones; resolves with the result of each
 * @param reverse undoes those that the server has, or may have soon, by other changes; never rejects
 */
export function showOutcomes(
  t: TextAccess['t'],
  { sent, refused, waiting, dropped }: Outcomes,
  undo: () => Promise<UndoResult[]>,
  reverse?: () => Promise<void>,
): void {
  if (refused > 0) {
    showToast({
      title: t('select.refused', { count: refused }),
      description: t('select.refusedDescription'),
      kind: 'destructive',
    });
  } else if (waiting > 0) {
    showToast({
      title: t('select.saved', { count: waiting }),
      description: t('select.savedDescription'),
      action: {
        label: t('sync.undo'),
        onPress: () => {
          void undo().then((became) => {
            if (reverse && became.every(hasLeft)) return reverse();
            const changed = { title: t('select.changed', { count: waiting }) };
            return showUndoResult(t, became, { still: t('select.undoneSome'), sent: changed });
          });
        },
      },
    });
  } else if (sent > 0) {
    const action = reverse && { label: t('sync.undo'), onPress: () => void reverse() };
    showToast({ title: t('select.changed', { count: sent }), action });
  } else if (dropped === 0) showToast({ title: t('select.same') });
}

/**
 * Shows the result of an undo. "Not sent" is said only of changes that never left this device, "sent"
 * never of changes in flight.
 *
 * @param still shown if some of the changes may have reached the server
 */
function showUndoResult(
  t: TextAccess['t'],
  became: readonly UndoResult[],
  { still, sent }: { still: string; sent: { title: string; description?: string } },
): void {
  if (became.every((one) => one === 'undone')) {
    showToast({ title: t('sync.undone'), description: t('sync.undoneDescription') });
  } else if (became.some((one) => one === 'undone' || one === 'unanswered')) {
    showToast({ title: t('sync.undone'), description: still });
  } else if (became.includes('sending')) {
    showToast({ title: t('sync.edit.tooLate'), kind: 'destructive' });
  } else showToast(sent);
}

/** Shows that this device could not store a change (NotSaved of local/queue.ts), and why. */
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
