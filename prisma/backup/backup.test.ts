import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { reasonOf } from '#server/test/reason-of.ts';
import { aPlayer } from '#server/test/samples.ts';
import { BACKUP_SUFFIX, writeBackup } from './backup.ts';
import { BackupFailed } from './backup-failed.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

onBothDatabases('a backup of a running database', ({ provider, url, blankUrl }) => {
  test('is one whole file that only its owner can read', async () => {
    const at = await url();
    const db = await openDatabase(at);
    await db.application.create({ data: aPlayer(1) });
    const folder = join(newFolder(), 'new', 'backups');
    const name = `a${BACKUP_SUFFIX[provider]}`;

    const size = await writeBackup(at, join(folder, name));

    expect(readdirSync(folder)).toEqual([name]);
    const { mode, size: onDisk } = statSync(join(folder, name));
    expect(mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(onDisk).toBe(size);
    await closeDatabase(db);
  });

  test('fails with its reason and leaves no file where the database is not one of ours', async () => {
    const folder = newFolder();
    const blank = await blankUrl();
    if (provider === 'sqlite')
      writeFileSync(blank.slice('file:'.length), 'No database. '.repeat(999));
    const failure = await reasonOf(writeBackup(blank, join(folder, 'a')));
    expect(failure).toBeInstanceOf(BackupFailed);
    expect(failure).toMatchObject({ failure: 'damaged' });
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('a backup of SQLite is one moment, however much is written meanwhile', async () => {
  const folder = newFolder();
  const file = join(folder, 'busy.db');
  const busy = new Database(file);
  busy.pragma('journal_mode = WAL');
  busy.exec('CREATE TABLE "One" (n); CREATE TABLE "Other" (n)');
  const add = busy.transaction((n: number) => {
    for (const table of ['One', 'Other']) {
      busy.prepare(`INSERT INTO "${table}" VALUES (?)`).run(`${n} `.repeat(2_000));
    }
  });
  for (let n = 0; n < 2_000; n += 1) add(n);

  let written = 0;
  const writing = setInterval(() => {
    written += 1;
    add(written);
  }, 1);
  onTestFinished(() => clearInterval(writing));
  await writeBackup(`file:${file}`, join(folder, 'backup.db'));
  clearInterval(writing);

  expect(written).toBeGreaterThan(10);
  const backup = new Database(join(folder, 'backup.db'), { readonly: true });
  const count = (table: string) => backup.prepare(`SELECT COUNT(*) FROM "${table}"`).pluck().get();
  expect(count('One')).toBe(count('Other'));
  expect(count('One')).toBeGreaterThanOrEqual(2_000);
  backup.close();
  busy.close();
});
