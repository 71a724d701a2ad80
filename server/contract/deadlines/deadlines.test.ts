import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { birthdayAfter, daysAfter, daysBetween, monthsAfter } from './days.ts';
import { approachFrom, type Dated, deadlinesOf, isTold, isTooLong } from './deadlines.ts';
import { type Rules, rulesOf } from './rules.ts';
import { asideIn, asideNote } from './set-aside.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

const NOTHING: Dated = {
  status: 'signed',
  email: 'leo@example.com',
  dateOfBirth: null,
  contractUntil: null,
  mandateFrom: null,
  mandateUntil: null,
  mandateReportedOn: null,
  otherAgentUntil: null,
};

function told(dated: Partial<Dated>, day: string, rules: Rules = RULES): string[] {
  return deadlinesOf({ ...NOTHING, ...dated }, rules, day)
    .filter((deadline) => isTold(deadline, day))
    .map(({ key }) => key);
}

const RULES = rulesOf();
const OFF = { isOn: false, value: '', source: '', asOf: '' };

describe('days', () => {
  test.each([
    ['2026-08-31', -6, '2026-02-28'],
    ['2028-08-31', -6, '2028-02-29'],
    ['2027-12-31', -2, '2027-10-31'],
    ['2027-04-30', -2, '2027-02-28'],
    ['2027-01-15', -2, '2026-11-15'],
    ['2024-02-29', 24, '2026-02-28'],
  ])('%s and %i months are %s', (day, months, other) => {
    expect(monthsAfter(day, months)).toBe(other);
  });

  test('no change of the clocks makes a day longer', () => {
    expect(daysAfter('2027-03-28', 1)).toBe('2027-03-29');
    expect(daysBetween('2027-10-30', '2027-11-01')).toBe(2);
  });

  test('a birthday of Feb 29 is on Mar 1 in a common year', () => {
    expect(birthdayAfter('2008-02-29', 18)).toBe('2026-03-01');
    expect(birthdayAfter('2008-02-29', 20)).toBe('2028-02-29');
  });

  test('so many days later and as many between are the same', () => {
    const day = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
        expect(daysBetween(from, daysAfter(from, days))).toBe(days);
      }),
    );
  });
});

describe('deadlines', () => {
  test('a mandate is told of 60, 30 and 7 days before its end, and once it has ended', () => {
    const mandateUntil = '2027-03-31';
    expect(told({ mandateUntil }, '2027-01-29')).toEqual([]);
    expect(told({ mandateUntil }, '2027-01-30')).toEqual(['mandate-ends 2027-03-31 60']);
    expect(told({ mandateUntil }, '2027-02-28')).toEqual(['mandate-ends 2027-03-31 60']);
    expect(told({ mandateUntil }, '2027-03-01')).toEqual(['mandate-ends 2027-03-31 30']);
    expect(told({ mandateUntil }, '2027-03-24')).toEqual(['mandate-ends 2027-03-31 7']);
    expect(told({ mandateUntil }, '2027-03-31')).toEqual(['mandate-ends 2027-03-31 7']);
    expect(told({ mandateUntil }, '2027-04-01')).toEqual(['mandate-ends 2027-03-31 0']);
  });

  test('a mandate is to be reported within 14 days, until it is, or is over', () => {
    const mandateFrom = '2027-03-01';
    expect(told({ mandateFrom }, '2027-02-28')).toEqual([]);
    expect(told({ mandateFrom }, '2027-03-01')).toEqual(['mandate-report 2027-03-15']);
    expect(told({ mandateFrom }, '2027-05-01')).toEqual(['mandate-report 2027-03-15']);
    expect(told({ mandateFrom, mandateReportedOn: '2027-03-02' }, '2027-05-01')).toEqual([]);
    expect(told({ mandateFrom, mandateUntil: '2027-04-30' }, '2027-05-01')).toEqual([
      'mandate-ends 2027-04-30 0',
    ]);
    const twoDays = { ...RULES, report: 2 };
    expect(told({ mandateFrom }, '2027-03-01', twoDays)).toEqual(['mandate-report 2027-03-03']);
    expect(told({ mandateFrom }, '2027-03-01', rulesOf({ report: OFF }))).toEqual([]);
  });

  test('a contract is told of in its last six months, to its last day', () => {
    const contractUntil = '2027-08-31';
    expect(told({ contractUntil }, '2027-02-27')).toEqual([]);
    expect(told({ contractUntil }, '2027-02-28')).toEqual(['contract-ends 2027-08-31']);
    expect(told({ contractUntil }, '2027-08-31')).toEqual(['contract-ends 2027-08-31']);
    expect(told({ contractUntil }, '2027-09-01')).toEqual([]);
  });

  test("another agent's player may be approached in the last two months of that mandate", () => {
    const other = { ...NOTHING, otherAgentUntil: '2027-04-30' };
    const approachOn = (day: string, rules = RULES) =>
      approachFrom(deadlinesOf(other, rules, day), day);
    expect(approachOn('2027-02-27')).toMatchObject({ kind: 'approach', on: '2027-02-28' });
    expect(approachOn('2027-02-28')).toBeNull();
    expect(told(other, '2027-02-27')).toEqual([]);
    expect(told(other, '2027-02-28')).toEqual(['approach 2027-02-28']);
    expect(told(other, '2027-05-01')).toEqual([]);
    expect(approachOn('2027-02-01', rulesOf({ approach: OFF }))).toBeNull();
  });

  test('a minor may be approached at 15 and a half in Spain, and not while another agent stands in the way', () => {
    const minor = { ...NOTHING, dateOfBirth: '2011-08-31' };
    const approachOn = (day: string, more = {}, rules = RULES) =>
      approachFrom(deadlinesOf({ ...minor, ...more }, rules, day), day);
    expect(approachOn('2027-02-27')).toMatchObject({ kind: 'minor', on: '2027-02-28' });
    expect(approachOn('2027-02-28')).toBeNull();
    const other = { otherAgentUntil: '2027-12-31' };
    expect(approachOn('2027-02-01', other)).toMatchObject({ kind: 'approach', on: '2027-10-31' });
    expect(approachOn('2027-02-01', {}, rulesOf({ minor: OFF }))).toBeNull();
    expect(told(minor, '2027-02-27')).toEqual([]);
    expect(told(minor, '2027-02-28')).toEqual(['minor 2027-02-28']);
    expect(told(minor, '2027-03-14')).toEqual(['minor 2027-02-28']);
    expect(told(minor, '2027-03-15')).toEqual([]);
  });

  test('a player turns 18: from 30 days before to two weeks after', () => {
    const dateOfBirth = '2008-02-29';
    expect(told({ dateOfBirth }, '2026-01-29')).toEqual([]);
    expect(told({ dateOfBirth }, '2026-01-30')).toEqual(['adult 2026-03-01']);
    expect(told({ dateOfBirth }, '2026-03-15')).toEqual(['adult 2026-03-01']);
    expect(told({ dateOfBirth }, '2026-03-16')).toEqual([]);
  });

  test('a birthday is told of on its day, where the owner wants it', () => {
    const dateOfBirth = '2000-12-31';
    const rules = { ...RULES, birthday: 0 };
    expect(told({ dateOfBirth }, '2026-12-31')).toEqual([]);
    expect(told({ dateOfBirth }, '2026-12-31', rules)).toEqual(['birthday 2026-12-31']);
    expect(told({ dateOfBirth }, '2027-01-01', rules)).toEqual([]);
  });

  test('what is to come is there, too, the earliest first', () => {
    const dated = { ...NOTHING, contractUntil: '2028-06-30', mandateUntil: '2027-12-31' };
    const all = deadlinesOf(dated, RULES, '2027-01-01');
    expect(all.map(({ kind, on, from }) => [kind, on, from])).toEqual([
      ['mandate-ends', '2027-12-31', '2027-11-01'],
      ['contract-ends', '2028-06-30', '2027-12-30'],
    ]);
  });

  test('a rejected player and an erased one have none', () => {
    const dated = { contractUntil: '2027-01-31', mandateUntil: '2027-01-31' };
    expect(told({ ...dated, status: 'rejected' }, '2027-01-30')).toEqual([]);
    expect(told({ ...dated, email: ANONYMISED.email }, '2027-01-30')).toEqual([]);
  });

  test('a mandate of 24 months is not too long, one of a day more is', () => {
    const mandateFrom = '2027-01-01';
    expect(isTooLong({ mandateFrom, mandateUntil: '2028-12-31' }, RULES)).toBe(false);
    expect(isTooLong({ mandateFrom, mandateUntil: '2029-01-01' }, RULES)).toBe(true);
    expect(isTooLong({ mandateFrom, mandateUntil: null }, RULES)).toBe(false);
  });
});

test('a note sets aside the deadline that it names', () => {
  const key = 'mandate-ends 2027-03-31 60';
  const aside = { kind: 'mandate-ends', on: '2027-03-31', key };
  expect(asideIn(asideNote(key))).toEqual({ ...aside, rest: null });
  const noted = `${asideNote(key)}\nHe signs on Monday.`;
  expect(asideIn(noted)).toEqual({ ...aside, rest: 'He signs on Monday.' });
  expect(asideIn(asideNote('loan-ends 2027-03-31'))).toBeNull();
  expect(asideIn('He said: Deadline set aside: approach 2027-02-28')).toBeNull();
  expect(asideIn(null)).toBeNull();
});

test('a rule that the owner has changed holds in place of the one that came', () => {
  expect(rulesOf()).toEqual({
    mandate: 24,
    report: 14,
    approach: 2,
    contract: 6,
    minor: 186,
    adult: 18,
  });
  const changed = {
    report: { ...SHIPPED_RULES.report, value: '10' },
    adult: { ...SHIPPED_RULES.adult, isOn: false },
    birthday: { ...SHIPPED_RULES.birthday, isOn: true },
  };
  expect(rulesOf(changed)).toEqual({
    mandate: 24,
    report: 10,
    approach: 2,
    contract: 6,
    minor: 186,
    birthday: 0,
  });
});
