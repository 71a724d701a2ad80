import { INQUIRY_TYPES } from '#contract/fields/vocabulary.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { ownName } from '#pwa/i18n/language-names.ts';
import { writerName } from '#pwa/i18n/person-name.ts';
import { NO_NOTES } from '#pwa/lib/text/haystack.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import type { ListView, RecordDefinition } from '#pwa/records/record-definition.ts';
import { inboxIcon } from '#pwa/ui/icons/icons.ts';
import {
  CONTACT_FILTERS,
  CONTACT_SORTS,
  type ContactScope,
  type ContactSort,
  findContacts,
  haystackOf,
  SEARCHED,
  sortedContacts,
} from './contact-list.ts';

export type ContactView = ListView<ContactScope, ContactSort>;

/** The list of inquiries. */
export const contactDefinition: RecordDefinition<ContactRow, number, ContactScope, ContactSort> = {
  idOf: ({ id }) => id,
  nameOf: writerName,
  linkTo: (id) => ({ to: APP_PATHS.contact, params: { id: String(id) } }),
  texts: {
    title: 'contacts.title',
    search: 'contacts.search',
    filter: 'contacts.filter',
    total: 'contacts.total',
    emptyTitle: 'contacts.emptyTitle',
    emptyText: 'contacts.emptyText',
  },
  emptyIcon: inboxIcon,
  filters: CONTACT_FILTERS.map((value) => ({
    value,
    label: `contacts.filters.${value}` as const,
  })),
  fields: [
    {
      id: 'inquiryType',
      label: 'contacts.columns.inquiryType',
      words: INQUIRY_TYPES.map((value) => ({ value, label: `inquiryType.${value}` as const })),
    },
    { id: 'position', label: 'contacts.columns.position' },
    { id: 'currentClub', label: 'contactDetail.currentClub' },
    { id: 'wantedPosition', label: 'contactDetail.wantedPosition' },
    { id: 'wantedUntil', label: 'contactDetail.wantedUntil', holds: 'date' },
    {
      id: 'campaignId',
      label: 'contactDetail.campaignName',
      named: ({ campaignName }) => campaignName,
    },
    {
      id: 'language',
      label: 'contactDetail.language',
      named: ({ language }) => language && ownName(language),
    },
    { id: 'createdAt', label: 'contactDetail.received', holds: 'date' },
    { id: 'name', label: 'contactDetail.name', identifies: true },
    { id: 'playerName', label: 'contactDetail.playerName', identifies: true },
    { id: 'email', label: 'contactDetail.email', identifies: true },
    { id: 'phone', label: 'contactDetail.phone', identifies: true },
  ],
  sorts: CONTACT_SORTS.map((value) => ({ value, label: `contacts.sorts.${value}` as const })),
  searched: SEARCHED,
  labels: 'contactDetail',
  haystackOf,
  useNotes: () => NO_NOTES,
  sorted: sortedContacts,
  find: findContacts,
};
