import type { Application } from '#contract/applications.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { removeApplication } from './remove-application.ts';

/**
 * Returns a function that removes an application, or brings it back, and shows the outcome with Undo. It
 * never rejects.
 */
export function useRemoveApplication() {
  const { t } = useText();
  const mirror = useMirror();
  return set;

  async function set(application: Application, removed: boolean): Promise<void> {
    const { playerName: name } = application;
    try {
      const key = await removeApplication(mirror, application, removed);
      await tellOutcome(t, mirror, key, {
        sent: {
          title: t(removed ? 'removed.done' : 'removed.back'),
          description: t(removed ? 'removed.doneDescription' : 'removed.backDescription', { name }),
        },
        refused: { title: t('removed.failed') },
        reverse: () => set(application, !removed),
      });
    } catch (error) {
      showNotSaved(t, error);
    }
  }
}
