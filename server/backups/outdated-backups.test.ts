import { expect, test } from 'vitest';
import { backupsAmong, nameOfBackup, outdatedBackups } from './outdated-backups.ts';

const DAY = 24 * 60 * 60_000;

/** The names of what is left when a backup was made each day, and old ones were deleted each day. */
function leftAfter(days: number, kept = { daily: 7, weekly: 4, monthly: 6 }): string[] {
  let names: string[] = [];
  for (let day = 0; day < days; day += 1) {
    const now = new Date(Date.UTC(2026, 0, 1, 3, 15) + day * DAY);
    const all = backupsAmong([...names, nameOfBackup(now, '.db', 'scheduled')]);
    const old = outdatedBackups(all, kept, now);
    names = all.filter((backup) => !old.includes(backup)).map(({ name }) => name);
  }
  return names;
}

test('the newest of 7 days, 4 weeks and 6 months are kept', () => {
  // 365 days from Thursday 2026-01-01 end on Thursday 2026-12-31.
  expect(leftAfter(365).map((name) => name.slice(7, 17))).toEqual([
    '2026-12-31',
    '2026-12-30',
    '2026-12-29',
    '2026-12-28',
    '2026-12-27',
    '2026-12-26',
    '2026-12-25',
    '2026-12-20',
    '2026-12-13',
    '2026-11-30',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
  ]);
});

test('one an hour of the last 24 hours is kept besides, however often they are made', () => {
  const start = Date.UTC(2026, 0, 10, 12, 10);
  const names = Array.from({ length: 200 }, (_, n) =>
    nameOfBackup(new Date(start - n * 30 * 60_000), '.db', 'scheduled'),
  );
  const all = backupsAmong(names);
  const old = outdatedBackups(all, { daily: 3, weekly: 0, monthly: 0 }, new Date(start));
  const left = all.filter((backup) => !old.includes(backup)).map(({ name }) => name.slice(7, 22));
  const hours = Array.from({ length: 24 }, (_, n) => new Date(start - n * 60 * 60_000));
  const texts = hours.map((hour) => hour.toISOString().slice(0, 13));
  expect(left.slice(0, 24).map((text) => text.slice(0, 13))).toEqual(texts);
  expect(left.slice(24)).toEqual(['2026-01-08T2340']);
});

test('the newest is kept whatever the settings are', () => {
  expect(leftAfter(3, { daily: 0, weekly: 0, monthly: 0 })).toEqual([
    'agency-2026-01-03T031500Z.db',
  ]);
});

test('after a long pause the backups before it stay as long as they are the newest', () => {
  const names = ['2025-01-05', '2025-01-04', '2024-12-31'].map(
    (day) => `agency-${day}T031500Z.dump`,
  );
  const kept = { daily: 2, weekly: 0, monthly: 2 };
  const now = new Date('2026-06-01T03:15:00Z');
  const all = backupsAmong([...names, nameOfBackup(now, '.dump', 'scheduled')]);
  const old = outdatedBackups(all, kept, now);
  expect(old.map(({ name }) => name)).toEqual([names[1], names[2]]);
});

test('one from before an upgrade stays until the next upgrade and 30 days; one by hand stays', () => {
  const none = { daily: 0, weekly: 0, monthly: 0 };
  const at = (day: string) => new Date(`${day}T03:15:00Z`);
  const all = backupsAmong([
    nameOfBackup(at('2026-01-10'), '.db', 'by-hand'),
    nameOfBackup(at('2026-01-10'), '.db', 'before-upgrade'),
    nameOfBackup(at('2026-01-11'), '.db', 'by-hand'),
  ]);
  expect(all).toHaveLength(3);
  expect(outdatedBackups(all, none, at('2027-01-10'))).toEqual([]);

  const upgradedAgain = backupsAmong([
    ...all.map(({ name }) => name),
    nameOfBackup(at('2026-01-20'), '.db', 'before-upgrade'),
  ]);
  expect(outdatedBackups(upgradedAgain, none, at('2026-02-09'))).toEqual([]);
  expect(outdatedBackups(upgradedAgain, none, at('2026-02-10')).map(({ name }) => name)).toEqual([
    'agency-2026-01-10T031500Z-before-upgrade.db',
  ]);
});

test('files that the server did not make are left alone', () => {
  const others = ['session-keys', 'agency.db', 'before-upgrade.db', 'agency-2026-13-45T999999Z.db'];
  expect(backupsAmong(others)).toEqual([]);
});
