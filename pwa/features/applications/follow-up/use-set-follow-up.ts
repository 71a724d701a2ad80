import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { dayAfter, dayInWords } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { setFollowUp } from './set-follow-up.ts';

/**
 * Returns a function that queues a day, with a time or without, or null for none, and shows the outcome. It resolves
 * to whether the change is queued, and never rejects.
 */
export function useSetFollowUp(application: ApplicationRow) {
  const { t, language } = useText();
  const mirror = useMirror();
  const { playerName: name, followUpOn: before } = application;
  return async (day: string | null): Promise<boolean> => {
    try {
      const key = await setFollowUp(mirror, application, day);
      void tellOutcome(t, mirror, key, {
        sent: day === null ? removed() : set(day),
        refused: { title: t('applicationDetail.followUp.failed') },
        reverse: () => reverse(day),
      }).catch(console.error);
      return true;
    } catch (error) {
      showNotSaved(t, error);
      return false;
    }
  };

  async function reverse(day: string | null): Promise<void> {
    try {
      const key = await setFollowUp(mirror, { ...application, followUpOn: day }, before);
      await tellOutcome(t, mirror, key, {
        sent: { title: t('sync.undone'), description: t('applicationDetail.followUp.reversed') },
        refused: { title: t('applicationDetail.followUp.failed') },
      });
    } catch (error) {
      showNotSaved(t, error);
    }
  }

  function removed() {
    return {
      title: t('applicationDetail.followUp.removed'),
      description: t('applicationDetail.followUp.removedDescription', { name }),
    };
  }

  function set(followUpOn: string) {
    const day = dayInWords(followUpOn, dayAfter(Date.now(), 0), language);
    return {
      title: t('applicationDetail.followUp.set'),
      description: t('applicationDetail.followUp.setDescription', { name, day }),
    };
  }
}
