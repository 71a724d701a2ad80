import type { Application, StatusChange } from '#contract/applications.ts';
import { useReversal } from '#pwa/features/applications/use-reversal.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { changeStatus } from './change-status.ts';

/** Returns a function that queues a new status, or a note, and shows the outcome with Undo. Never rejects. */
export function useSaveStatus() {
  const { t } = useText();
  const mirror = useMirror();
  const reversalOf = useReversal();
  return async (seen: Application, change: StatusChange): Promise<void> => {
    try {
      const key = await changeStatus(mirror, seen, change);
      await tellOutcome(t, mirror, key, {
        sent: {
          title: t('applicationDetail.statusUpdate.success'),
          description: t('applicationDetail.statusUpdate.successDescription'),
        },
        refused: { title: t('applicationDetail.statusUpdate.error') },
        ...(change.status !== seen.status && { reverse: reversalOf(seen, change.status) }),
      });
    } catch (error) {
      showNotSaved(t, error);
    }
  };
}
