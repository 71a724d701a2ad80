import type { ContactState } from '#contract/vocabulary.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/rows.ts';
import { changeContactState } from './change-contact-state.ts';

/** Returns a function that queues another state of an inquiry and shows the outcome. It never rejects. */
export function useSetContactState(contact: ContactRow) {
  const { t } = useText();
  const mirror = useMirror();
  const { name } = contact;
  return async (state: ContactState): Promise<void> => {
    if (state === contact.state) return;
    try {
      const key = await changeContactState(mirror, contact, state);
      await tellOutcome(t, mirror, key, {
        sent: {
          title: t('contactDetail.handling.done'),
          description: t('contactDetail.handling.doneDescription', {
            name,
            state: t(`contactState.${state}`),
          }),
        },
        refused: { title: t('contactDetail.handling.failed') },
      });
    } catch (error) {
      showNotSaved(t, error);
    }
  };
}
