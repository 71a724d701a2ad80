import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { useAllContacts } from '#pwa/features/contacts/use-contacts.ts';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import { useLastSeen } from '#pwa/records/last-seen.ts';
import { useFound } from '#pwa/records/use-found.ts';

const NONE: never[] = [];

/** The matches of a query, or all records if it is blank. Inquiries set aside, such as spam, are apart. */
export function useSearchResults(query: string, userId: number) {
  const applications = useLastSeen(`applications:${userId}`, useAllApplications(true));
  const contacts = useLastSeen(`contacts:${userId}`, useAllContacts(true));
  const inquiries = contacts?.rows ?? NONE;
  const received = { query, sort: 'received', where: EVERYWHERE } as const;
  return {
    /** Whether everything that can be found is on this phone. */
    isWhole: [applications, contacts].every((all) => all?.firstPull.isWhole === true),
    applications: useFound(applicationDefinition, applications?.rows ?? NONE, {
      query,
      filter: 'all',
      sort: 'updated',
      where: EVERYWHERE,
    }).rows,
    contacts: useFound(contactDefinition, inquiries, { ...received, filter: 'all' }).rows,
    aside: useFound(contactDefinition, inquiries, { ...received, filter: 'aside' }).rows,
  };
}
