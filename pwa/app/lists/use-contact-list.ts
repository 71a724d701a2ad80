import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { contactLook } from '#pwa/features/contacts/contact-look.tsx';
import { useAllContacts, useNewestContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useOpenConverted } from './converted.ts';
import { useOwnView } from './list-views.ts';

/** The list of inquiries (`OfficeList`). */
export function useContactList() {
  return {
    ...useOwnView('contacts'),
    definition: contactDefinition,
    look: contactLook(useOpenConverted()),
    useNewest: useNewestContacts,
    useAll: useAllContacts,
  };
}
