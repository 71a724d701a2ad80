import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApplicationDraft } from '#contract/applications.ts';
import { requiredText } from './fields.ts';
import { INQUIRY_FIELDS } from './inquiry-fields.ts';

const application = (change: object) =>
  v.safeParse(ApplicationDraft, { playerName: 'Ana', email: 'ana@example.org', ...change });
const messages = ({ issues }: ReturnType<typeof application>) =>
  issues?.map(({ message }) => message) ?? [];

test.each([
  ['zero-width spaces', '\u200B\u200B\u200B'],
  ['Hangul fillers', '\u3164\u3164'],
  ['Braille blanks', '\u2800\u2800\u2800'],
  ['direction marks', '\u202A\u202C\u200E'],
  ['no-break spaces', '\u00A0\u00A0\u00A0'],
  ['joiners around one letter', '\u200DA\u200D'],
  ['variation selectors', '\uFE0F\uFE0F'],
  ['soft hyphens', '\u00AD\u00AD\u00AD'],
])('a name of %s is refused', (_, name) => {
  expect(messages(application({ playerName: name }))).toContain(
    'Name must be at least 2 characters.',
  );
  expect(v.is(INQUIRY_FIELDS.name.draft, name)).toBe(false);
});

test.each(['\u200B\u200B', '\u3164', '\u2800', '\u200E'])(
  'a required text of %j is refused',
  (text) => {
    expect(v.is(requiredText, text)).toBe(false);
  },
);

test.each([
  ['\uFEFFAna Ruiz\u200B', 'Ana Ruiz'],
  [' \u202AAna\u202C ', 'Ana'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['Bo ⚽\uFE0F', 'Bo ⚽\uFE0F'],
])('the name %j is stored as %j', (typed, name) => {
  expect(application({ playerName: typed }).output).toMatchObject({ playerName: name });
  expect(v.parse(INQUIRY_FIELDS.playerName.draft, typed)).toBe(name);
});

test('an address at a domain with letters of its own is taken as browsers give it', () => {
  expect(application({ email: 'ana@müller.de' }).output).toMatchObject({
    email: 'ana@xn--mller-kva.de',
  });
  expect(v.parse(INQUIRY_FIELDS.email.draft, '\u200Bana@müller.de ')).toBe('ana@xn--mller-kva.de');
  for (const email of ['ána@example.org', 'ana@müller', 'ana@mül ler.de', 'ana@@müller.de']) {
    expect(messages(application({ email }))).toEqual(['Please enter a valid email address.']);
  }
});

test('a day of birth is not in the future, wherever today is already tomorrow', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T23:30:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const judged = (dateOfBirth: string) => messages(application({ dateOfBirth }));
  expect(judged('2026-11-28')).toEqual([]);
  for (const day of ['2026-11-30', '2030-01-01', '9999-12-31']) {
    expect(judged(day)).toEqual(['This day has not come yet.']);
  }
  expect(judged('2026-02-30')).toEqual(['Please enter a valid date.']);
});

test('a number that a spreadsheet has replaced is refused', () => {
  for (const phone of ['4,91577E+11', '4.9E+11']) {
    expect(messages(application({ phone }))).toEqual([
      'A spreadsheet has replaced digits of this number. Please enter it again.',
    ]);
    expect(v.is(INQUIRY_FIELDS.phone.draft, phone)).toBe(false);
  }
  expect(application({ phone: 'Mum: +49 157 71234567 / 68' }).output).toMatchObject({
    phone: 'Mum: +49 157 71234567 / 68',
  });
});
