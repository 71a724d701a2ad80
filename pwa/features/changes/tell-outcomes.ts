import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { UndoResult } from '#pwa/local/outbox/outbox-actions.ts';
import { takeAllBack } from '#pwa/local/outbox/outbox-actions.ts';
import { outcomeOf } from '#pwa/local/outbox/outcome.ts';
import { type Outcomes, outcomesOf } from '#pwa/local/outbox/outcomes.ts';
import { showToast, type ToastContent } from '#pwa/ui/toasts/toast-store.ts';
import { hasLeft, showUndoResult } from './outcome-toast.ts';
import { follow } from './tell-outcome.ts';

/** As `tellOutcome` for changes that were queued together, the last one last: one toast tells of all. */
export async function tellOutcomes(
  t: TextAccess['t'],
  mirror: Mirror,
  keys: readonly string[],
  texts: Omit<OutcomesTexts, 'undo'> = {},
): Promise<void> {
  const outcomes = await outcomesOf(mirror, keys);
  const all = { ...texts, undo: () => takeAllBack(mirror, keys) };
  void follow(
    showOutcomes(t, outcomes, all),
    async (until) => {
      // One is cheaper to watch than 10,000, and the last one leaves when the others have left.
      await outcomeOf(mirror, keys.at(-1) ?? '', until);
      return outcomesOf(mirror, keys, until);
    },
    (later, show) => showOutcomes(t, later, all, show),
  );
}

export interface OutcomesTexts {
  /** Shown of as many as the server has accepted; "2 records updated" by itself. */
  sent?: (count: number) => ToastContent;
  /** Undoes the queued ones; resolves with the result of each. */
  undo: () => Promise<UndoResult[]>;
  /** Undoes those that the server has, or may have soon, by other changes. Never rejects. */
  reverse?: () => Promise<void>;
}

/**
 * Shows one toast for changes that were made together. Refusals come first: they need a person.
 *
 * @returns the toast that says that changes are saved on this device; null for any other
 */
export function showOutcomes(
  t: TextAccess['t'],
  { sent, refused, waiting, dropped }: Outcomes,
  texts: OutcomesTexts,
  show: (content: ToastContent) => number = showToast,
): number | null {
  const { undo, reverse } = texts;
  const changed = texts.sent ?? ((count) => ({ title: t('select.changed', { count }) }));
  const undoBy = (onPress: () => void) => ({ label: t('sync.undo'), onPress });
  if (refused > 0) {
    show({
      title: t('select.refused', { count: refused }),
      description: t('select.refusedDescription'),
      kind: 'destructive',
    });
  } else if (waiting > 0) {
    return show({
      title: t('select.saved', { count: waiting }),
      description: t('select.savedDescription'),
      action: undoBy(() => {
        void undo().then((became) => {
          if (reverse && became.every(hasLeft)) return reverse();
          const still = t('select.undoneSome');
          return showUndoResult(t, became, { still, sent: changed(waiting) });
        });
      }),
    });
  } else if (sent > 0) {
    show({ ...changed(sent), ...(reverse && { action: undoBy(() => void reverse()) }) });
  } else if (dropped === 0) show({ title: t('select.same') });
  return null;
}
