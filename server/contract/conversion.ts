import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { isOptional, namesOf } from '#contract/fields/field-table.ts';
import { INQUIRY_FIELDS, isForAnother } from '#contract/fields/inquiry-fields.ts';
import { textOfPeople } from '#contract/fields/player-people.ts';
import { isOneOf, RELATIONS } from '#contract/fields/vocabulary.ts';
import { foldText } from '#contract/values/fold-text.ts';
import type { Application, ApplicationDraft } from './applications.ts';
import type { Contact } from './contacts.ts';

/**
 * The fields of the application that an inquiry becomes. Values without a field there go to `agentNotes`
 * under English labels, the message first, so that nothing is lost. Who has written for a player goes there, too, is the
 * first of the player's people, and is reached by the application's e-mail and phone; what the agency has noted comes
 * last. The server uses it to convert, the phone to show a conversion that is still queued.
 */
export function draftFromContact(
  contact: Pick<Contact, keyof typeof INQUIRY_FIELDS | 'notes' | 'language'>,
): ApplicationDraft & Pick<Application, 'under18'> {
  const names = [...namesOf(APPLICATION_FIELDS), 'under18'];
  const draft = new Map<string, unknown>(names.map((name) => [name, null]));
  const notes: string[] = [];
  for (const name of requiredFirst(namesOf(INQUIRY_FIELDS))) {
    const { becomes } = INQUIRY_FIELDS[name];
    const said = contact[name];
    // An inquiry that was queued by an older page lacks the newest fields. The player's name comes after the writer's.
    if (typeof becomes === 'string') draft.set(becomes, said ?? draft.get(becomes));
    else if (becomes && said) notes.push(`${becomes.note}: ${said}`);
  }
  if (playerOf(contact) !== null || isForAnother(contact)) {
    const { name, writtenBy } = contact;
    notes.push(`Written by: ${[name, writtenBy].filter(Boolean).join(', ')}`);
    const relation = isOneOf(RELATIONS, writtenBy) ? writtenBy : writtenBy && 'other';
    draft.set('people', textOfPeople([{ ...contact, relation, note: null }]));
  }
  if (contact.notes) notes.push(`Notes: ${contact.notes}`);
  if (notes.length > 0) draft.set('agentNotes', notes.join('\n\n'));
  // It has every field of an application; a field becomes one of the same kind.
  return Object.fromEntries(draft) as ReturnType<typeof draftFromContact>;
}

/** The name of the player if the writer of an inquiry is another person; null if it is not known. */
export function playerOf({
  name,
  playerName,
}: Pick<Contact, 'name' | 'playerName'>): string | null {
  return playerName && foldText(playerName) !== foldText(name) ? playerName : null;
}

/** What a page has words of its own for: the note of an inquiry that was taken back. */
export const ADDITION_TAKEN_BACK = 'The inquiry was taken back.';

/** The note by which an inquiry is added to the history of another application, the message first. */
export function noteFromContact(contact: Contact): string {
  const draft = draftFromContact(contact);
  const lines = Object.entries(NOTE_LABELS).flatMap(([name, label]) => {
    const said = draft[name as keyof typeof NOTE_LABELS];
    return said ? [`${label}: ${said}`] : [];
  });
  return [draft.agentNotes, lines.join('\n')].join('\n\n');
}

const NOTE_LABELS = {
  playerName: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  currentClub: 'Current club',
  position: 'Position',
} as const satisfies Partial<Record<keyof ApplicationDraft, string>>;

function requiredFirst(names: readonly (keyof typeof INQUIRY_FIELDS)[]) {
  const mayBeEmpty = (name: keyof typeof INQUIRY_FIELDS) =>
    Number(isOptional(INQUIRY_FIELDS[name]));
  return [...names].sort((one, other) => mayBeEmpty(one) - mayBeEmpty(other));
}
