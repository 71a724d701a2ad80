import type { MigrationStore } from './migration-store.ts';
import type { Provider } from './url.ts';

/** So many days an entry of the audit log cannot be deleted by anybody: the least of its retention. */
export const AUDIT_LEAST_DAYS = 90;

/**
 * Makes the triggers that keep the audit log append only: they refuse every UPDATE, every TRUNCATE, and the DELETE of
 * an entry that is younger than AUDIT_LEAST_DAYS by the database's clock. So the retention job needs no switch that
 * another statement could use, too. Runs after every change of the tables, like `keepCounts`.
 */
export async function keepAppendOnly(store: MigrationStore, provider: Provider): Promise<void> {
  await store.script(TRIGGERS[provider]);
}

/** Notes in the audit log that a backup was restored: the start is the first that sees it, however it was done. */
export async function noteRestore(store: MigrationStore, provider: Provider): Promise<void> {
  await store.script(`INSERT INTO "AuditEntry" ("at", "kind", "actor")
    VALUES (${NOW[provider]}, 'backup-restored', 'operator')`);
}

/** The database's clock, as Prisma writes a moment. */
export const NOW: Record<Provider, string> = {
  sqlite: `strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')`,
  postgresql: `now() AT TIME ZONE 'UTC'`,
};

const REFUSAL = 'The audit log is append only.';

const TRIGGERS: Record<Provider, string> = {
  // "OR REPLACE" deletes the old row without a trigger for it.
  sqlite: `
    DROP TRIGGER IF EXISTS "AuditEntry_kept";
    CREATE TRIGGER "AuditEntry_kept" BEFORE UPDATE ON "AuditEntry" BEGIN
      SELECT RAISE(ABORT, '${REFUSAL}');
    END;
    DROP TRIGGER IF EXISTS "AuditEntry_not_replaced";
    CREATE TRIGGER "AuditEntry_not_replaced" BEFORE INSERT ON "AuditEntry"
    WHEN EXISTS (SELECT 1 FROM "AuditEntry" WHERE "id" = NEW."id") BEGIN
      SELECT RAISE(ABORT, '${REFUSAL}');
    END;
    DROP TRIGGER IF EXISTS "AuditEntry_not_removed";
    CREATE TRIGGER "AuditEntry_not_removed" BEFORE DELETE ON "AuditEntry"
    WHEN OLD."at" > strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '-${AUDIT_LEAST_DAYS} days') BEGIN
      SELECT RAISE(ABORT, '${REFUSAL}');
    END;`,
  postgresql: `
    CREATE OR REPLACE FUNCTION "AuditEntry_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '${REFUSAL}';
    END $$;
    DROP TRIGGER IF EXISTS "AuditEntry_kept" ON "AuditEntry";
    CREATE TRIGGER "AuditEntry_kept" BEFORE UPDATE ON "AuditEntry"
      FOR EACH ROW EXECUTE FUNCTION "AuditEntry_refuse"();
    DROP TRIGGER IF EXISTS "AuditEntry_not_removed" ON "AuditEntry";
    CREATE TRIGGER "AuditEntry_not_removed" BEFORE DELETE ON "AuditEntry"
      FOR EACH ROW WHEN (OLD."at" > (now() AT TIME ZONE 'UTC') - interval '${AUDIT_LEAST_DAYS} days')
      EXECUTE FUNCTION "AuditEntry_refuse"();
    DROP TRIGGER IF EXISTS "AuditEntry_not_emptied" ON "AuditEntry";
    CREATE TRIGGER "AuditEntry_not_emptied" BEFORE TRUNCATE ON "AuditEntry"
      FOR EACH STATEMENT EXECUTE FUNCTION "AuditEntry_refuse"();`,
};
