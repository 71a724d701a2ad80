import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { APPLICATION_COLUMNS, APPLICATION_FIELDS, HISTORY_COLUMNS } from './application-fields.ts';
import { choiceOf, NO_CHOICE } from './choice-of.ts';
import { CONTACT_COLUMNS } from './contact-fields.ts';
import { optionalDay } from './day-fields.ts';
import {
  type Column,
  type Field,
  namesIn,
  namesOf,
  searchableOf,
  typedNamesOf,
} from './field-table.ts';
import { optionalText, wholeNumber } from './fields.ts';
import { INQUIRY_FIELDS } from './inquiry-fields.ts';

const SCHEMA = readFileSync(new URL('../../../prisma/schema.prisma', import.meta.url), 'utf8');
const MODELS = new Map(
  [...SCHEMA.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name = '', body = '']) => [
    name,
    body,
  ]),
);
const DECLARED: Record<string, Record<string, Column | Field>> = {
  Application: APPLICATION_COLUMNS,
  Contact: CONTACT_COLUMNS,
  HistoryEntry: HISTORY_COLUMNS,
};

/** Erasing a person deletes the rows of these tables, also when the record stays: http/routes/mails.test.ts. */
const DELETED = ['OfferPage', 'OutgoingMail'];

/** The columns of a model: its lines without comments, indexes and relations. */
function columnsIn(body: string): string[] {
  return [...body.matchAll(/^ {2}(\w+) +(\w+)/gm)].flatMap(([, name = '', type = '']) =>
    MODELS.has(type) ? [] : name,
  );
}

test.each(Object.entries(DECLARED))(
  'every column of %s is declared personal or not',
  (model, columns) => {
    const stored = columnsIn(MODELS.get(model) ?? '');
    expect(stored).toContain('createdAt');
    expect(namesOf(columns).sort()).toEqual(stored.sort());
  },
);

test('every table that refers to an application or an inquiry has its columns declared', () => {
  const referring = [...MODELS].filter(([, body]) =>
    /^ +\w+ +(Application|Contact)\??.*fields:/m.test(body),
  );
  expect(referring.length).toBeGreaterThan(0);
  const known = [...Object.keys(DECLARED), ...DELETED];
  for (const [model] of referring) expect(known).toContain(model);
});

test('a card shows its fields in the order of the table, or after the field that is named', () => {
  expect(namesIn(APPLICATION_FIELDS, 'contact').slice(0, 4)).toEqual([
    'playerName',
    'nationality',
    'secondNationality',
    'email',
  ]);
  for (const fields of [APPLICATION_FIELDS, INQUIRY_FIELDS]) {
    for (const [name, { card, after }] of Object.entries<Field>(fields)) {
      if (after === undefined) continue;
      const names: string[] = namesIn<Record<string, Field>, string>(fields, card ?? '');
      expect(names.indexOf(name)).toBe(names.indexOf(after) + 1);
    }
  }
});

describe('a choice', () => {
  const foot = choiceOf(['left', 'right']);

  test('is chosen in a form, and no search reads it', () => {
    const fields = { club: { draft: optionalText, searchable: true }, foot } as const;
    expect(typedNamesOf(fields)).toEqual(['club', 'foot']);
    expect(searchableOf(fields)).toEqual(['club']);
  });

  test.each([
    ['left', 'left'],
    [' right ', 'right'],
    ['', null],
    [null, null],
    [undefined, null],
  ])('is one of its words, or not known: %j', (given, value) => {
    expect(v.parse(foot.draft, given)).toBe(value);
  });

  test('is no other word', () => {
    const { issues = [] } = v.safeParse(foot.draft, 'middle');
    expect(issues[0]?.message).toBe(NO_CHOICE);
  });
});

describe('a day', () => {
  test.each(['1900-01-01', '2027-06-30', '2100-12-31'])('may be one to come: %s', (day) => {
    expect(v.parse(optionalDay, ` ${day} `)).toBe(day);
  });

  test.each(['1899-12-31', '2101-01-01', '2027-02-29', '30.06.2027', 'June'])(
    'is a day of the calendar within two centuries: %s is refused',
    (day) => {
      expect(v.safeParse(optionalDay, day).issues?.[0].message).toBe('Please enter a valid date.');
    },
  );

  test.each(['', '  ', null, undefined])('may be left open: %j', (given) => {
    expect(v.parse(optionalDay, given)).toBeNull();
  });
});

describe('a number', () => {
  const heightCm = wholeNumber(100, 250);

  test('is typed like a text, and no search reads it', () => {
    const fields = { club: { draft: optionalText, searchable: true }, heightCm } as const;
    expect(typedNamesOf(fields)).toEqual(['club', 'heightCm']);
    expect(searchableOf(fields)).toEqual(['club']);
  });

  test.each([
    ['183', 183],
    [' 183 ', 183],
    ['183 cm', 183],
    ['183cm', 183],
    [183, 183],
    ['', null],
    [null, null],
    [undefined, null],
  ])('is read from a form, a file or a call: %j', (given, value) => {
    expect(v.parse(heightCm.draft, given)).toBe(value);
  });

  test.each(['99', '251', '1.83', 'tall', '1e2', '0x96', Number.NaN])(
    'is refused beyond its bounds: %j',
    (given) => {
      const { issues = [] } = v.safeParse(heightCm.draft, given);
      expect(issues[0]?.message).toBe('Please enter a whole number from 100 to 250.');
    },
  );
});
