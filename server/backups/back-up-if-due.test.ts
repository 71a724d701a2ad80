import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { reportBackups } from '#server/domain/people/backup-state.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { backUpBeforeMigration, backUpByHand, backUpIfDue } from './back-up-if-due.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 5, 1, 3);

onBothDatabases('the daily backup', ({ provider, url }) => {
  async function office() {
    const folder = mkdtempSync(join(tmpdir(), 'backups-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const databaseUrl = await url();
    const open = async (): Promise<Db> => {
      const db = await openDatabase(databaseUrl);
      onTestFinished(() => closeDatabase(db));
      return db;
    };
    const db = await open();
    const settings = { databaseUrl, folder, daily: 2, weekly: 0, monthly: 0 };
    const at = (later: number) => backUpIfDue(db, settings, new Date(START + later));
    const report = (later: number) => reportBackups(db, true, new Date(START + later));
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
