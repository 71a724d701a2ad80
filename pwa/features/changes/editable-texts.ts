import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';

/** One text of a change that can be edited before it is sent. */
export interface EditableText {
  field: string;
  label:
    | 'applicationDetail.statusUpdate.notes'
    | `applicationForm.${(typeof APPLICATION)[number]}`
    | `campaigns.form.${(typeof CAMPAIGN)[number]}`;
  value: string;
  long: boolean;
  type: 'text' | 'email' | 'tel' | 'date';
}

const APPLICATION = [
  'playerName',
  'email',
  'phone',
  'nationality',
  'dateOfBirth',
  'currentClub',
  'position',
  'agentNotes',
] as const;
const CAMPAIGN = ['name', 'description', 'utmCampaign', 'utmSource', 'utmMedium'] as const;
const LONG = new Set<string>(['notes', 'agentNotes', 'description']);
const REQUIRED = new Set<string>([
  'playerName',
  'email',
  'name',
  'utmCampaign',
  'utmSource',
  'utmMedium',
]);
const TYPES: Record<string, EditableText['type']> = {
  email: 'email',
  phone: 'tel',
  dateOfBirth: 'date',
};

/** The typed texts of a change. */
export function editableTexts(entry: OutboxEntry): EditableText[] {
  switch (entry.type) {
    case 'status-changed':
      return [textOf('notes', 'applicationDetail.statusUpdate.notes', entry.body.notes)];
    case 'application-created':
    case 'application-edited':
      return APPLICATION.map((field) =>
        textOf(field, `applicationForm.${field}`, entry.body[field]),
      );
    case 'campaign-created':
    case 'campaign-edited':
      return CAMPAIGN.map((field) => textOf(field, `campaigns.form.${field}`, entry.body[field]));
    default:
      return [];
  }
}

/** The body of a change with edited texts; a blank optional text becomes null. */
export function withTexts(entry: OutboxEntry, texts: readonly EditableText[]): OutboxEntry['body'] {
  const typed = texts.map(({ field, value }) => [
    field,
    value.trim() || (REQUIRED.has(field) ? '' : null),
  ]);
  // Every field comes from this body.
  return { ...entry.body, ...Object.fromEntries(typed) } as OutboxEntry['body'];
}

function textOf(field: string, label: EditableText['label'], value: string | null): EditableText {
  return { field, label, value: value ?? '', long: LONG.has(field), type: TYPES[field] ?? 'text' };
}
