import { addressOf, personName } from '#pwa/i18n/person-name.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { dayAfter } from '#pwa/lib/time/dates.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import type { FileColumn } from '#pwa/records/record-definition.ts';
import { stateText } from './contact-badge.tsx';

/** The columns of a file of inquiries. */
export function contactFile(t: TextAccess['t']): FileColumn<ContactRow>[] {
  const plain = [
    'phone',
    'playerName',
    'currentClub',
    'position',
    'achievements',
    'careerGoals',
    'notes',
    'language',
    'campaignName',
    'utmSource',
    'utmMedium',
    'utmCampaign',
    'wantedPosition',
    'wantedUntil',
  ] as const;
  return [
    { head: t('contactDetail.name'), text: (contact) => personName(t, contact) },
    { head: t('contactDetail.email'), text: addressOf },
    {
      head: t('contactDetail.inquiryType'),
      text: ({ inquiryType }) => wordText(t, 'inquiryType', inquiryType),
    },
    { head: t('contactDetail.handling.title'), text: (contact) => stateText(t, contact) },
    {
      head: t('contactDetail.received'),
      text: ({ createdAt }) => dayAfter(Date.parse(createdAt), 0),
    },
    { head: t('contactDetail.sections.message'), text: ({ message }) => message },
    ...plain.map((name) => ({
      head: t(`contactDetail.${name}`),
      text: (contact: ContactRow) => contact[name],
    })),
    {
      head: t('contactDetail.wantedFoot'),
      text: ({ wantedFoot }) => wantedFoot && wordText(t, 'choices', wantedFoot),
    },
    ...(['wantedAgeFrom', 'wantedAgeTo'] as const).map((name) => ({
      head: t(`contactDetail.${name}`),
      text: (contact: ContactRow) => String(contact[name] ?? ''),
    })),
  ];
}
