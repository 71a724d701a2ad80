import type { Contact } from '#contract/contacts.ts';
import { CONTACT_STATES, type ContactState, isOneOf } from '#contract/fields/vocabulary.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { changeContactState } from './change-contact-state.ts';

/** Returns a function that queues another state of an inquiry and shows the outcome with Undo. It never rejects. */
export function useSetContactState(contact: ContactRow) {
  const { t } = useText();
  const mirror = useMirror();
  return (state: ContactState) => set(contact, state);

  async function set(seen: Contact, state: ContactState): Promise<void> {
    const { name, state: before } = seen;
    if (state === before) return;
    try {
      const key = await changeContactState(mirror, seen, state);
      await tellOutcome(t, mirror, key, {
        sent: {
          title: t('contactDetail.handling.done'),
          description: t('contactDetail.handling.doneDescription', {
            name,
            state: t(`contactState.${state}`),
          }),
        },
        refused: { title: t('contactDetail.handling.failed') },
        ...(isOneOf(CONTACT_STATES, before) && {
          reverse: () => set({ ...seen, state }, before),
        }),
      });
    } catch (error) {
      showNotSaved(t, error);
    }
  }
}
