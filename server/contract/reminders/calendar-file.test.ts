import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const WORDS = {
  name: 'Follow-ups',
  event: 'Follow-up: {{player}}',
  deadlines: null,
  timeZone: 'Europe/Madrid',
};
const EVENT = {
  kind: 'follow-up' as const,
  on: '2026-12-31',
  id: '0190f5fe-7c00-7a00-8000-000000000001',
  name: 'Ana Ruiz',
  updatedAt: new Date('2026-11-23T09:30:15.123Z'),
  path: '/dashboard/applications/0190f5fe-7c00-7a00-8000-000000000001',
};

/** The properties of a file as a calendar program reads them: unfolded, by name. */
function read(file: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const line of file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)) {
    const at = line.indexOf(':');
    const name = line.slice(0, at);
    found[name] = [...(found[name] ?? []), line.slice(at + 1)];
  }
  return found;
}

test('a follow-up is a whole day with an alarm in the morning, the same event in every file', () => {
  const file = calendarFile('https://agency.test', WORDS, [EVENT]);
  expect(read(file)).toMatchObject({
    VERSION: ['2.0'],
    'X-WR-CALNAME': ['Follow-ups'],
    'X-WR-TIMEZONE': ['Europe/Madrid'],
    BEGIN: ['VCALENDAR', 'VEVENT', 'VALARM'],
    UID: ['follow-up-0190f5fe-7c00-7a00-8000-000000000001@agency.test'],
    DTSTAMP: ['20261123T093015Z'],
    'DTSTART;VALUE=DATE': ['20261231'],
    'DTEND;VALUE=DATE': ['20270101'],
    SUMMARY: ['Follow-up: Ana Ruiz'],
    URL: ['https://agency.test/dashboard/applications/0190f5fe-7c00-7a00-8000-000000000001'],
    TRIGGER: ['PT8H'],
    END: ['VALARM', 'VEVENT', 'VCALENDAR'],
  });
  const later = { ...EVENT, on: '2027-01-02', updatedAt: new Date('2026-11-23T09:32:00Z') };
  const [first, second] = [file, calendarFile('https://agency.test', WORDS, [later])].map(read);
  expect(second?.UID).toEqual(first?.UID);
  expect(Number(second?.SEQUENCE)).toBe(Number(first?.SEQUENCE) + 2);
});

test('a follow-up with a time is half an hour at that moment, told before', () => {
  const timed = { ...EVENT, on: '2026-12-31T15:05' };
  const lines = read(calendarFile('https://agency.test', WORDS, [timed]));
  expect(lines).toMatchObject({
    DTSTART: ['20261231T140500Z'],
    DURATION: ['PT30M'],
    TRIGGER: ['-PT15M'],
  });
  expect(Object.keys(lines).filter((name) => name.includes('DATE'))).toEqual([]);
});

test('a time is the moment that the clocks of the zone show, on the days they change, too', () => {
  const startOf = (on: string, timeZone = 'Europe/Madrid') =>
    read(calendarFile('https://agency.test', { ...WORDS, timeZone }, [{ ...EVENT, on }]))
      .DTSTART?.[0];
  // Clocks go from 2 to 3: half past two is as long after midnight as it says.
  expect(startOf('2026-03-28T23:59')).toBe('20260328T225900Z');
  expect(startOf('2026-03-29T01:59')).toBe('20260329T005900Z');
  expect(startOf('2026-03-29T02:30')).toBe('20260329T013000Z');
  expect(startOf('2026-03-29T03:00')).toBe('20260329T010000Z');
  expect(startOf('2026-03-30T00:00')).toBe('20260329T220000Z');
  // And from 3 back to 2: of two times half past two it is the first.
  expect(startOf('2026-10-25T01:59')).toBe('20261024T235900Z');
  expect(startOf('2026-10-25T02:30')).toBe('20261025T003000Z');
  expect(startOf('2026-10-25T03:00')).toBe('20261025T020000Z');
  expect(startOf('2026-10-26T00:00')).toBe('20261025T230000Z');
  expect(startOf('2026-12-31T23:30', 'America/Los_Angeles')).toBe('20270101T073000Z');
  expect(startOf('2026-11-24T15:05', 'Asia/Kolkata')).toBe('20261124T093500Z');
});

test('a time in a zone that nobody knows is a whole day with the time in its title', () => {
  const timed = { ...EVENT, on: '2026-12-31T15:05' };
  const lines = read(calendarFile('https://agency.test', { ...WORDS, timeZone: null }, [timed]));
  expect(lines).toMatchObject({
    'DTSTART;VALUE=DATE': ['20261231'],
    'DTEND;VALUE=DATE': ['20270101'],
    SUMMARY: ['Follow-up: Ana Ruiz (15:05)'],
    TRIGGER: ['PT8H'],
  });
  expect(Object.keys(lines)).not.toContain('X-WR-TIMEZONE');
});

test('no line is longer than 75 octets, no character is cut, and nothing in a name can end a line', () => {
  const name = `A;b,c\\d "e" 👩‍👩‍👦${'é'.repeat(60)}${'⚽'.repeat(40)}\r\nBEGIN:VEVENT\u0007$&`;
  const file = calendarFile('https://agency.test', WORDS, [{ ...EVENT, name }]);
  for (const line of file.split('\r\n')) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/\p{Surrogate}/u);
    expect(line).not.toContain('\n');
  }
  const { SUMMARY, BEGIN } = read(file);
  expect(BEGIN).toEqual(['VCALENDAR', 'VEVENT', 'VALARM']);
  expect(SUMMARY).toEqual([
    `Follow-up: A\\;b\\,c\\\\d "e" 👩‍👩‍👦${'é'.repeat(60)}${'⚽'.repeat(40)}\\nBEGIN:VEVENT $&`,
  ]);
});

test('without a follow-up it is a calendar without events', () => {
  expect(read(calendarFile('https://agency.test', WORDS, [])).BEGIN).toEqual(['VCALENDAR']);
});

test('a deadline is an event of its own beside the follow-up of that day, if the calendar has words for it', () => {
  const deadline = { ...EVENT, kind: 'mandate-ends' as const };
  const deadlines = {
    'mandate-ends': '{{player}} · Mandate ends',
    'mandate-report': 'Report',
    'contract-ends': 'Contract',
    approach: 'Approach',
    adult: 'Adult',
    birthday: 'Birthday',
    'window-opens': 'Opens',
    'window-closes': 'Closes',
  };
  const words = { ...WORDS, deadlines };
  const both = read(calendarFile('https://agency.test', words, [EVENT, deadline]));
  expect(both.SUMMARY).toEqual(['Follow-up: Ana Ruiz', 'Ana Ruiz · Mandate ends']);
  expect(new Set(both.UID).size).toBe(2);
  expect(read(calendarFile('https://agency.test', WORDS, [deadline])).BEGIN).toEqual(['VCALENDAR']);
});
