import * as v from 'valibot';
import { NO_CHOICE } from './choice-of.ts';
import {
  nameField,
  optionalEmail,
  optionalPhone,
  optionalText,
  optionalWord,
  text,
} from './fields.ts';
import { LANGUAGE_CODES, RELATIONS } from './vocabulary.ts';

/** A person beside a player; a part that is not known is ''. */
export type PlayerPerson = Record<(typeof PARTS)[number], string>;

/** In the order of a line. */
const PARTS = ['name', 'relation', 'phone', 'email', 'language', 'note'] as const;

/** The most people of a player, and the message for more. */
export const MOST_PEOPLE = 10;
export const TOO_MANY_PEOPLE = `Please enter no more than ${MOST_PEOPLE} people.`;

const Person = v.object({
  name: nameField('Name must be at least 2 characters.'),
  relation: optionalWord(RELATIONS, NO_CHOICE),
  phone: optionalPhone,
  email: optionalEmail('Please enter a valid email address.'),
  language: optionalWord(LANGUAGE_CODES, NO_CHOICE),
  note: optionalText,
});

/**
 * People, one a line, their parts between semicolons: `Eva Vega; mother; +34 600 000 000; eva@example.org; es; Works at
 * night`. Blank lines go; missing, null and blank all become null.
 */
export const optionalPeople = v.optional(
  v.nullable(
    v.pipe(
      text,
      v.rawTransform<string, string | null>(({ dataset, addIssue, NEVER }) => {
        const read = peopleOf(dataset.value).map((person) => v.safeParse(Person, person));
        const [wrong] = read.flatMap(({ issues = [] }) => issues.map(({ message }) => message));
        const message = read.length > MOST_PEOPLE ? TOO_MANY_PEOPLE : wrong;
        if (message) addIssue({ message });
        return message
          ? NEVER
          : textOfPeople(read.flatMap((one) => (one.success ? one.output : []))) || null;
      }),
    ),
  ),
  null,
);

/** The people of a text with one a line, as far as something is said of them. */
export function peopleOf(value: string | null | undefined): PlayerPerson[] {
  return (value ?? '')
    .split(/[\r\n]+/)
    .map(personIn)
    .filter((person) => Object.values(person).some((part) => part.trim()));
}

/** The person of a line. A note may have semicolons. */
export function personIn(line: string): PlayerPerson {
  const [name = '', relation = '', phone = '', email = '', language = '', ...note] =
    line.split(';');
  const parts = [name, relation, phone, email, language, note.join(';')];
  return Object.fromEntries(
    PARTS.map((part, at) => [part, (parts[at] ?? '').trimStart()]),
  ) as PlayerPerson;
}

/** People as the text that is stored. A semicolon before the note becomes a comma, because it ends a part. */
export function textOfPeople(people: readonly { [K in keyof PlayerPerson]?: unknown }[]): string {
  const told = (part: keyof PlayerPerson, said: unknown) => {
    const plain = String(said ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    return part === 'note' ? plain : plain.replaceAll(';', ',');
  };
  return people
    .map((person) =>
      PARTS.map((part) => told(part, person[part]))
        .join('; ')
        .replace(/[; ]+$/, ''),
    )
    .join('\n');
}

/** What is wrong with a person, by its part. */
export function faultsOf(person: PlayerPerson): Partial<PlayerPerson> {
  const { issues = [] } = v.safeParse(Person, person);
  return Object.fromEntries(issues.map(({ path, message }) => [path?.[0].key, message]));
}
