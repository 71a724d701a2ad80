import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { type Field, namesOf } from '#contract/fields/field-table.ts';
import { peopleOf, textOfPeople } from '#contract/fields/player-people.ts';
import { addressOf, personName } from '#pwa/i18n/person-name.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { dayAfter } from '#pwa/lib/time/dates.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import type { FileColumn } from '#pwa/records/record-definition.ts';

/** The columns of a file of applications. The import knows the heads of the fields in every language. */
export function applicationFile(t: TextAccess['t']): FileColumn<ApplicationRow>[] {
  return [
    ...namesOf(APPLICATION_FIELDS).map((name) => ({
      head: t(`applicationForm.${name}`),
      text: (row: ApplicationRow) => textOf(t, row, name),
    })),
    {
      head: t('applications.columns.status'),
      text: ({ status }) => wordText(t, 'status', status),
    },
    { head: t('applications.sorts.followUp'), text: ({ followUpOn }) => followUpOn },
    {
      head: t('applications.sorts.created'),
      text: ({ createdAt }) => dayAfter(Date.parse(createdAt), 0),
    },
    {
      head: t('applications.columns.updated'),
      text: ({ updatedAt }) => dayAfter(Date.parse(updatedAt), 0),
    },
  ];
}

function textOf(
  t: TextAccess['t'],
  row: ApplicationRow,
  name: keyof typeof APPLICATION_FIELDS,
): string | null {
  if (name === 'playerName') return personName(t, { name: row.playerName, email: row.email });
  if (name === 'email') return addressOf(row);
  const value = String(row[name] ?? '');
  const { type }: Field = APPLICATION_FIELDS[name];
  if (type === 'choice') return wordText(t, 'choices', value);
  if (type !== 'people') return value;
  const told = (relation: string) => wordText(t, 'relations', relation);
  return textOfPeople(peopleOf(value).map((one) => ({ ...one, relation: told(one.relation) })));
}
