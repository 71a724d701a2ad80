import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { backupFailed } from '#prisma/backup/backup-failed.ts';
import { refusalOf } from '#prisma/database-refused.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { fillDisk } from '#server/test/full-disk.ts';
import { explainFailure } from './start-failures.ts';

onSqliteFirst('a start', ({ open, provider }) => {
  test('that meets a full disk is one line that says what to do', async () => {
    const db = await open();
    await fillDisk(db, provider);
    const texts = { username: 'marta', usernameKey: 'marta', email: '', firstName: '' };
    const data = { ...texts, lastName: '', passwordHash: 'x'.repeat(100_000) };
    const failure = await db.user.create({ data }).catch((error: unknown) => error);

    expect(explainFailure(failure)).toEqual([
      'The disk of the database is full: make room, then try again.',
    ]);
  });
});

test('a backup that has no room says what to do, though a program of its own has made it', () => {
  const failed = backupFailed(new Error('SqliteError: database or disk is full'));
  expect(explainFailure(failed)).toEqual([
    'No backup was made: The disk of the backups is full: make room, then try again.',
  ]);
});

test.each([
  'SQLITE_READONLY',
  'SQLITE_READONLY_DIRECTORY',
  'SQLITE_READONLY_CANTINIT',
  'SQLITE_CANTOPEN',
])('%s names the user and the mend', (code) => {
  const error = new Database.SqliteError('attempt to write a readonly database', code);
  expect(explainFailure(refusalOf(error, 'file:/srv/agency.db'))).toEqual([
    `The user who runs this (${process.getuid?.()}) may not write /srv/agency.db: give that user the folder and its files (chown), or set DATABASE_URL to another one.`,
  ]);
});
