import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { contactLook } from '#pwa/features/contacts/contact-look.tsx';
import { useAllContacts, useNewestContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useOwnView } from './list-views.ts';

/**
 * The list of inquiries (`OfficeList`).
 *
 * @param onConverted called when an inquiry of a row became an application
 */
export function useContactList(onConverted: () => void) {
  return {
    ...useOwnView('contacts'),
    definition: contactDefinition,
    look: contactLook(onConverted),
    useNewest: useNewestContacts,
    useAll: useAllContacts,
  };
}
