import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const WORDS = { name: 'Follow-ups', event: 'Follow-up: {{player}}' };
const EVENT = {
  applicationId: '0190f5fe-7c00-7a00-8000-000000000001',
  playerName: 'Ana Ruiz',
  followUpOn: '2026-12-31',
  updatedAt: new Date('2026-11-23T09:30:15.123Z'),
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
  const later = { ...EVENT, followUpOn: '2027-01-02', updatedAt: new Date('2026-11-23T09:32:00Z') };
  const [first, second] = [file, calendarFile('https://agency.test', WORDS, [later])].map(read);
  expect(second?.UID).toEqual(first?.UID);
  expect(Number(second?.SEQUENCE)).toBe(Number(first?.SEQUENCE) + 2);
});

test('a follow-up with a time is half an hour at that time, wherever the calendar is, told before', () => {
  const timed = { ...EVENT, followUpOn: '2026-12-31T15:05' };
  const lines = read(calendarFile('https://agency.test', WORDS, [timed]));
  expect(lines).toMatchObject({
    DTSTART: ['20261231T150500'],
    DURATION: ['PT30M'],
    TRIGGER: ['-PT15M'],
  });
  expect(Object.keys(lines).filter((name) => name.includes('DATE'))).toEqual([]);
});

test('no line is longer than 75 octets, no character is cut, and nothing in a name can end a line', () => {
  const playerName = `A;b,c\\d "e" 👩‍👩‍👦${'é'.repeat(60)}${'⚽'.repeat(40)}\r\nBEGIN:VEVENT\u0007$&`;
  const file = calendarFile('https://agency.test', WORDS, [{ ...EVENT, playerName }]);
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
