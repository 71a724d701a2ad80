import { expect, test } from 'vitest';
import { giveNewEpoch } from '#prisma/backup/restore.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { reasonOf } from '#server/test/reason-of.ts';
import { AUDIT_LEAST_DAYS } from './append-only.ts';
import { closeDatabase, type Db, openDatabase } from './client.ts';
import { migrate } from './migrate.ts';
import { openMigrationStore } from './migration-store.ts';

const DAY = 24 * 60 * 60_000;

async function entry(db: Db, ageInDays: number) {
  const at = new Date(Date.now() - ageInDays * DAY);
  return db.auditEntry.create({ data: { at, kind: 'signed-in', actor: 'user', userId: 1 } });
}

onBothDatabases('the audit log', ({ open, url, provider }) => {
  const refusals: [string, string][] = [
    ['an update of one entry', `UPDATE "AuditEntry" SET "kind" = 'signed-out'`],
    ['an update that sets back its date', `UPDATE "AuditEntry" SET "at" = "at"`],
    ['a deletion', `DELETE FROM "AuditEntry"`],
    ...(provider === 'sqlite'
      ? ([
          [
            'another entry in its place',
            `INSERT OR REPLACE INTO "AuditEntry" ("id", "at", "kind", "actor")
             SELECT "id", "at", 'signed-out', "actor" FROM "AuditEntry"`,
          ],
        ] satisfies [string, string][])
      : ([
          ['being emptied', `TRUNCATE "AuditEntry"`],
          [
            'another entry in its place',
            `INSERT INTO "AuditEntry" ("id", "at", "kind", "actor")
             SELECT "id", "at", 'signed-out', "actor" FROM "AuditEntry"
             ON CONFLICT ("id") DO UPDATE SET "kind" = excluded."kind"`,
          ],
        ] satisfies [string, string][])),
  ];

  test.each(refusals)('V16.4.2 refuses %s', async (_, sql) => {
    const db = await open();
    const before = await entry(db, AUDIT_LEAST_DAYS - 1);
    expect(String(await reasonOf(db.$executeRawUnsafe(sql)))).toContain('append only');
    expect(await db.auditEntry.findMany()).toEqual([before]);
  });

  test('lets go of entries that are old enough, one by one and never together with a younger one', async () => {
    const db = await open();
    const old = await entry(db, AUDIT_LEAST_DAYS + 1);
    const young = await entry(db, AUDIT_LEAST_DAYS - 1);
    expect(await reasonOf(db.auditEntry.deleteMany())).toBeInstanceOf(Error);
    expect(await db.auditEntry.count()).toBe(2);
    await db.auditEntry.deleteMany({ where: { id: old.id } });
    expect(await db.auditEntry.findMany()).toEqual([young]);
    expect(
      await reasonOf(db.$executeRawUnsafe(`UPDATE "AuditEntry" SET "count" = 2`)),
    ).toBeInstanceOf(Error);
  });

  test('tells once that a backup was restored', async () => {
    const at = await url();
    await giveNewEpoch(at);
    await migrate(at);
    await migrate(at);
    const db = await openDatabase(at);
    expect(await db.auditEntry.findMany()).toMatchObject([
      { kind: 'backup-restored', actor: 'operator', userId: null, requestId: null },
    ]);
    const [told] = await db.auditEntry.findMany();
    expect(Math.abs(Date.now() - (told?.at.getTime() ?? 0))).toBeLessThan(60_000);
    await closeDatabase(db);
  });

  test('stays append only when a later migration makes its table anew', async () => {
    const at = await url();
    const store = await openMigrationStore(at);
    await store.script(
      provider === 'sqlite'
        ? `DROP TRIGGER "AuditEntry_kept"; DROP TRIGGER "AuditEntry_not_removed"`
        : `DROP FUNCTION "AuditEntry_refuse" CASCADE`,
    );
    // As if the newest migration had not run yet: it changes nothing that is there.
    await store.script(
      `DELETE FROM "_prisma_migrations" WHERE migration_name LIKE '%audit_log';
       ALTER TABLE "AuditEntry" RENAME TO "AuditEntry_before";
       DROP INDEX "AuditEntry_at_idx"; DROP INDEX "AuditEntry_kind_idx";
       DROP INDEX "AuditEntry_userId_idx"; DROP INDEX "AuditEntry_subject_idx"`,
    );
    if (provider === 'postgresql') {
      await store.script(
        `ALTER TABLE "AuditEntry_before" RENAME CONSTRAINT "AuditEntry_pkey" TO "before_pkey"`,
      );
    }
    await store.close();
    expect(await migrate(at)).toHaveLength(1);
    const db = await openDatabase(at);
    await entry(db, 1);
    const removal = db.$executeRawUnsafe(`DELETE FROM "AuditEntry"`);
    expect(String(await reasonOf(removal))).toContain('append only');
    await closeDatabase(db);
  });
});
