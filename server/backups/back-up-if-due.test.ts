import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { newestBackup } from '#server/commands/restore-command.ts';
import { type BackupPeriod, reportBackups } from '#server/domain/people/backup-state.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { backUpBeforeMigration, backUpByHand, backUpIfDue } from './back-up-if-due.ts';
import { backupsIn } from './outdated-backups.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 5, 1, 3);

onBothDatabases('the backup that the server makes by itself', ({ provider, url }) => {
  async function office({
    every = 'day',
    copyTo = null,
  }: {
    every?: BackupPeriod;
    copyTo?: string | null;
  } = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'backups-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const databaseUrl = await url();
    const open = async (): Promise<Db> => {
      const db = await openDatabase(databaseUrl);
      onTestFinished(() => closeDatabase(db));
      return db;
    };
    const db = await open();
    const settings = { databaseUrl, folder, every, copyTo, daily: 2, weekly: 0, monthly: 0 };
    const plan = { backups: 'daily', backupEvery: every, backupCopyTo: copyTo } as const;
    const at = (later: number) => backUpIfDue(db, settings, new Date(START + later));
    const report = (later: number) => reportBackups(db, plan, new Date(START + later));
    return { db, open, settings, folder, at, report };
  }

  test('is made at once when it was missed, then daily; old ones are deleted', async () => {
    const { at, report, folder } = await office();
    expect(await report(0)).toEqual({
      enabled: true,
      madeAt: null,
      size: null,
      kept: 0,
      overdue: false,
      failedAt: null,
      failure: null,
      copies: null,
    });
    expect(await at(0)).toMatchObject({ made: expect.any(String), kept: 1 });
    expect(await at(DAY - MINUTE)).toBeNull();
    expect(await at(DAY)).toMatchObject({ kept: 2 });
    expect(await at(2 * DAY)).toMatchObject({ kept: 2 });

    const suffix = provider === 'sqlite' ? 'db' : 'dump';
    const names = [`agency-2026-06-02T030000Z.${suffix}`, `agency-2026-06-03T030000Z.${suffix}`];
    expect(readdirSync(folder).sort()).toEqual(names);
    const { madeAt, size, kept, overdue } = await report(2 * DAY);
    expect({ madeAt, kept, overdue }).toEqual({
      madeAt: '2026-06-03T03:00:00.000Z',
      kept: 2,
      overdue: false,
    });
    expect(size).toBeGreaterThan(1_000);
    expect((await report(4 * DAY + MINUTE)).overdue).toBe(true);
  });

  test('replaces neither one from before an upgrade nor one made by hand on the same day', async () => {
    const { db, at, settings, folder } = await office();
    const now = new Date();
    const before = await backUpBeforeMigration(settings);
    await at(now.getTime() - START);
    await backUpByHand(db, settings, { now: new Date(now.getTime() + MINUTE) });
    await backUpByHand(db, settings, { now: new Date(now.getTime() + 2 * MINUTE) });
    for (let day = 1; day < 20; day += 1) await at(now.getTime() - START + day * DAY + 2 * MINUTE);
    const names = readdirSync(folder).map((name) => join(folder, name));
    expect(names).toContain(before);
    expect(names.filter((name) => name.includes('-by-hand'))).toHaveLength(2);
    expect(names).toHaveLength(3 + settings.daily);
    await backUpByHand(db, settings, { now: new Date(now.getTime() + 20 * DAY), keep: 2 });
    const left = readdirSync(folder).filter((name) => name.includes('-by-hand'));
    expect(left).toHaveLength(2);
    expect(names).toContain(join(folder, String(left.sort()[0])));
  });

  test('deletes no other while the clock cannot be trusted', async () => {
    const { db, at, folder } = await office();
    await db.dailyJob.updateMany({ data: { ranAt: new Date(START) } });
    for (const day of [0, 1, 400, 401]) await at(day * DAY);
    expect(readdirSync(folder)).toHaveLength(4);
    await db.dailyJob.updateMany({ data: { ranAt: new Date(START + 401 * DAY) } });
    await at(402 * DAY);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('is made by one of several processes', async () => {
    const { open, settings, folder } = await office();
    const processes = await Promise.all([open(), open(), open()]);
    const now = new Date(START);
    const outcomes = await Promise.all(processes.map((db) => backUpIfDue(db, settings, now)));
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('is made every hour if asked, is overdue after two, and those of a day stay', async () => {
    const { db, at, report } = await office({ every: 'hour' });
    expect(await at(0)).toMatchObject({ kept: 1 });
    expect(await at(HOUR - MINUTE)).toBeNull();
    expect(await at(HOUR)).toMatchObject({ kept: 2 });
    expect(await at(2 * HOUR)).toMatchObject({ kept: 3 });
    expect((await report(4 * HOUR)).overdue).toBe(false);
    expect((await report(4 * HOUR + MINUTE)).overdue).toBe(true);
    // The newest of the day before stays as one of two days. The audit log has one a day.
    expect(await at(26 * HOUR)).toMatchObject({ kept: 2 });
    expect(await db.auditEntry.count({ where: { kind: 'backup-made' } })).toBe(2);
  });

  test('is made once a day while the clock cannot be trusted, because nothing is deleted', async () => {
    const { db, at, folder } = await office({ every: 'hour' });
    await at(0);
    await db.dailyJob.updateMany({ data: { ranAt: new Date(START - 400 * DAY) } });
    expect(await at(HOUR)).toBeNull();
    expect(await at(DAY)).not.toBeNull();
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('is told when it failed, and retried after a quarter of an hour', async () => {
    const { at, report, folder } = await office();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'A file where the folder should be.');
    expect(await at(0)).toMatchObject({ failure: 'not-writable' });
    expect(await report(0)).toMatchObject({
      madeAt: null,
      failedAt: '2026-06-01T03:00:00.000Z',
      failure: 'not-writable',
    });
    rmSync(folder);
    expect(await at(14 * MINUTE)).toBeNull();
    expect(await at(15 * MINUTE)).toMatchObject({ kept: 1 });
    expect(await report(15 * MINUTE)).toMatchObject({ failedAt: null, failure: null });
  });

  test('is made by another process when the first one died, and its remains are removed', async () => {
    const { db, at, folder } = await office();
    await db.backupState.updateMany({ data: { claimedUntil: new Date(START + MINUTE) } });
    mkdirSync(folder, { recursive: true });
    const partial = join(folder, 'agency-2026-06-01T025900Z.db.partial');
    writeFileSync(partial, 'Half of a backup.');
    expect(await at(0)).toBeNull();
    expect(await at(2 * MINUTE)).toMatchObject({ kept: 1 });
    expect(existsSync(partial)).toBe(false);
  });

  test('is made again when the file of the last one is gone', async () => {
    const { at, folder } = await office();
    await at(0);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const again = await at(MINUTE);
    // With PostgreSQL the backup may have been made on another machine.
    if (provider === 'sqlite') expect(again).toMatchObject({ kept: 1 });
    else expect(again).toBeNull();
  });
});

onBothDatabases('the copy of a backup in a second folder', ({ url }) => {
  async function office() {
    const parent = mkdtempSync(join(tmpdir(), 'copies-'));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const [folder, copyTo] = [join(parent, 'first'), join(parent, 'second')];
    const databaseUrl = await url();
    const db = await openDatabase(databaseUrl);
    onTestFinished(() => closeDatabase(db));
    const kept = { daily: 2, weekly: 0, monthly: 0 };
    const settings = { databaseUrl, folder, every: 'day', copyTo, ...kept } as const;
    const at = (day: number) => backUpIfDue(db, settings, new Date(START + day * DAY));
    const plan = { backups: 'daily', backupEvery: 'day', backupCopyTo: copyTo } as const;
    const copies = async () => (await reportBackups(db, plan)).copies;
    return { db, settings, folder, copyTo, at, copies };
  }

  test('is whole, for its owner only, and is deleted by the same rule', async () => {
    const { db, settings, folder, copyTo, at, copies } = await office();
    mkdirSync(copyTo);
    const before = basename(await backUpBeforeMigration(settings));
    writeFileSync(join(copyTo, 'agency-2026-05-30T030000Z.db.partial'), 'Half of a copy.');
    expect(await at(0)).toMatchObject({ notCopied: null });
    writeFileSync(join(copyTo, 'agency-2025-05-30T030000Z.db'), 'An old one.');
    for (const day of [1, 2, 3]) expect(await at(day)).toMatchObject({ notCopied: null });
    await backUpByHand(db, settings, { now: new Date(START + 3 * DAY + HOUR) });
    const names = readdirSync(copyTo).sort();
    expect(names).toEqual(readdirSync(folder).sort());
    expect(names).toHaveLength(4);
    expect(names).toContain(before);
    for (const name of names) {
      expect(readFileSync(join(copyTo, name)).equals(readFileSync(join(folder, name)))).toBe(true);
      expect(statSync(join(copyTo, name)).mode & 0o777).toBe(0o600);
    }
    expect(await copies()).toEqual({ copiedAt: '2026-06-04T04:00:00.000Z', failure: null });
    expect(await db.backupState.findFirst()).toMatchObject({ claimedUntil: null });
  });

  test('that fails is no failure of the backup, is told, and is retried with the next one', async () => {
    const { db, folder, copyTo, at, copies } = await office();
    expect(await copies()).toEqual({ copiedAt: null, failure: null });
    for (const day of [0, 1]) {
      expect(await at(day)).toMatchObject({
        kept: day + 1,
        notCopied: { failure: 'no-folder', message: expect.stringContaining(copyTo) },
      });
    }
    expect(existsSync(copyTo)).toBe(false);
    expect(await copies()).toEqual({ copiedAt: null, failure: 'no-folder' });
    const told = await db.auditEntry.findMany({ where: { kind: 'backup-not-copied' } });
    expect(told.map(({ detail }) => detail)).toEqual(['no-folder']);
    expect(await db.backupState.findFirst()).toMatchObject({ failure: null, claimedUntil: null });

    writeFileSync(copyTo, 'A file where the folder should be.');
    expect(await at(2)).toMatchObject({ notCopied: { failure: 'no-folder' } });
    rmSync(copyTo);
    mkdirSync(copyTo);
    expect(await at(3)).toMatchObject({ notCopied: null });
    expect(readdirSync(copyTo).sort()).toEqual(readdirSync(folder).sort());
    expect(await copies()).toEqual({ copiedAt: '2026-06-04T03:00:00.000Z', failure: null });
  });

  test('and the backup are not made by a server that starts on an empty disk: they would take the places of the real ones', async () => {
    const { db, settings, folder, copyTo, at, copies } = await office();
    const [lost, newer] = ['agency-2026-05-31T030000Z.db', 'agency-2026-06-01T025900Z.db'];
    mkdirSync(copyTo);
    for (const name of [lost, newer]) writeFileSync(join(copyTo, name), 'A backup of before.');
    const refused = { failure: 'other-database', message: expect.stringContaining(newer) };
    expect(await at(0)).toMatchObject(refused);
    expect(await backUpByHand(db, settings)).toMatchObject(refused);
    expect(backupsIn(folder)).toEqual([]);
    expect(newestBackup(settings)).toBe(join(copyTo, newer));

    // The share of the copies was mounted only after the first backup.
    rmSync(copyTo, { recursive: true });
    expect(await at(1)).toMatchObject({ notCopied: { failure: 'no-folder' } });
    mkdirSync(copyTo);
    for (const name of [lost, newer]) writeFileSync(join(copyTo, name), 'A backup of before.');
    expect(await at(2)).toMatchObject({ kept: 2, notCopied: refused });
    expect(await copies()).toEqual({ copiedAt: null, failure: 'other-database' });
    expect(readdirSync(copyTo).sort()).toEqual([lost, newer]);
    expect(() => newestBackup(settings)).toThrow(join(copyTo, newer));

    // It is restored, which the next start notes.
    await db.restore.create({
      data: { at: new Date(START), epoch: 'b', before: 'a', revision: 1, contactId: 0 },
    });
    expect(await at(3)).toMatchObject({ notCopied: null });
    expect(readdirSync(copyTo).sort()).toEqual(readdirSync(folder).sort());
  });

  test('and the backup are made by a new database once those of another one are moved away', async () => {
    const { folder, copyTo, at } = await office();
    for (const place of [folder, copyTo]) {
      mkdirSync(place);
      writeFileSync(join(place, 'agency-2026-05-31T030000Z.db'), 'A backup of before.');
    }
    const messages: unknown[] = [];
    for (const [hour, place] of [folder, copyTo].entries()) {
      const outcome = await at(hour / 24);
      messages.push(outcome instanceof Error && outcome.message);
      mkdirSync(join(place, 'before'));
      renameSync(
        join(place, 'agency-2026-05-31T030000Z.db'),
        join(place, 'before', 'agency-2026-05-31T030000Z.db'),
      );
    }
    expect(messages).toEqual([folder, copyTo].map((place) => expect.stringContaining(place)));
    expect(await at(1)).toMatchObject({ kept: 1, notCopied: null });
  });
});
