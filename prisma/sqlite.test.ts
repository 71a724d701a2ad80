import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { reasonOf } from '#server/test/reason-of.ts';
import { aCampaign } from '#server/test/samples.ts';
import { closeDatabase, type Db, openDatabase } from './client.ts';
import { failureOf } from './failures.ts';
import { migrate } from './migrate.ts';

// Behaviour of SQLite only; client.test.ts tests what both databases have in common.

const campaign = aCampaign();
const long = { ...campaign, name: 'x'.repeat(20_000) };

test('every commit waits for the disk, references hold, readers do not wait for the writer', async () => {
  const { db } = await openEmpty();
  expect(await pragma(db, 'synchronous')).toBe(2n);
  expect(await pragma(db, 'foreign_keys')).toBe(1n);
  expect(await pragma(db, 'journal_mode')).toBe('wal');
  expect(await pragma(db, 'busy_timeout')).toBe(5_000n);
});

test('a full disk is told apart; reads go on, and writes as soon as there is space', async () => {
  const { db } = await openEmpty();
  await db.campaign.create({ data: campaign });
  await db.$queryRawUnsafe(`PRAGMA max_page_count = ${await pragma(db, 'page_count')}`);

  const plain = await reasonOf(db.campaign.create({ data: long }));
  const inTransaction = await reasonOf(
    db.$transaction(async (tx) => {
      await tx.campaign.create({ data: { ...campaign, name: 'small' } });
      // SQLite rolls back the whole transaction here by itself …
      await tx.campaign.create({ data: long }).catch(() => undefined);
      // … so this statement would run outside of it, and its row would stay.
      await tx.campaign.create({ data: { ...campaign, name: 'left over' } });
    }),
  );
  expect([plain, inTransaction].map(failureOf)).toEqual(['storage-full', 'storage-full']);
  expect(await db.campaign.findMany({ select: { name: true } })).toEqual([{ name: campaign.name }]);

  await db.$queryRawUnsafe('PRAGMA max_page_count = 100000');
  await db.campaign.create({ data: long });
  expect(await db.campaign.count()).toBe(2);
});

test('a transaction that cannot start lets the others on', async () => {
  const { db, path } = await openEmpty();
  await db.$queryRawUnsafe('PRAGMA busy_timeout = 20');
  const other = new Database(path);
  other.exec('BEGIN IMMEDIATE');

  const late = reasonOf(db.$transaction((tx) => tx.campaign.create({ data: campaign })));
  const count = Promise.resolve(db.campaign.count());
  expect(failureOf(await late)).toBe('unavailable');
  expect(await count).toBe(0);

  other.exec('ROLLBACK');
  other.close();
  await db.$transaction((tx) => tx.campaign.create({ data: campaign }));
  expect(await db.campaign.count()).toBe(1);
});

test('another process reads the last committed state during a transaction', async () => {
  const { db, path } = await openEmpty();
  await db.campaign.create({ data: campaign });
  const other = new Database(path, { readonly: true });
  const seen = await db.$transaction(async (tx) => {
    await tx.campaign.create({ data: campaign });
    return other.prepare('SELECT count(*) AS n FROM "Campaign"').get();
  });
  other.close();
  expect(seen).toEqual({ n: 1 });
});

async function openEmpty(): Promise<{ db: Db; path: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-test-'));
  const path = join(folder, 'app.db');
  await migrate(`file:${path}`);
  const db = await openDatabase(`file:${path}`);
  onTestFinished(async () => {
    await closeDatabase(db);
    rmSync(folder, { recursive: true });
  });
  return { db, path };
}

async function pragma(db: Db, name: string): Promise<unknown> {
  const [row] = await db.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${name}`);
  return Object.values(row ?? {})[0];
}
