import type { Application } from '#contract/applications.ts';
import { changeStatus } from '#pwa/features/applications/status/change-status.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/**
 * Returns a function that makes the undo of a change of status that the server has: a change back, with
 * a note that says so in the history. It never rejects.
 */
export function useReversal() {
  const { t } = useText();
  const mirror = useMirror();
  return (before: Application, status: Application['status']) => async (): Promise<void> => {
    const back = wordText(t, 'status', before.status);
    try {
      const key = await changeStatus(
        mirror,
        { ...before, status },
        {
          status: before.status,
          notes: t('applicationDetail.statusUpdate.reversal', { status: back }),
        },
      );
      await tellOutcome(t, mirror, key, {
        sent: {
          title: t('sync.undone'),
          description: t('applicationDetail.statusUpdate.reversed', { status: back }),
        },
        refused: { title: t('applicationDetail.statusUpdate.error') },
      });
    } catch (error) {
      showNotSaved(t, error);
    }
  };
}
