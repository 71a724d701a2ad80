import { NOW } from '#prisma/append-only.ts';
import { makeSequence } from '#prisma/make-sequence.ts';
import type { MigrationStore } from '#prisma/migration-store.ts';
import type { Provider } from '#prisma/url.ts';

/** The user id of leases that were given out after the backup: their user is unknown. */
export const UNKNOWN_USER = 0;

/** How many ids may have been given out after the backup. */
const SKIPPED = { User: 1_000, Contact: 10_000 };
const SKIPPED_CAMPAIGNS = 1_000;
const START = Date.UTC(2026);

/**
 * Prepares a restored database: skips the ids that may have been given out after the backup, because
 * phones, links and printed codes may hold them. Campaign ids are leased, so that a phone that still has
 * the campaign can bring it back, and visits and inquiries by its link are kept until then. Inquiries get other ids than
 * after every restore before, also of one that the backup does not know: above the seconds since 2026, and one more for
 * each second where one backup is restored again within hours.
 */
export async function skipLostIds(store: MigrationStore, provider: Provider): Promise<void> {
  for (const [table, count] of Object.entries(SKIPPED)) {
    const least = table === 'Contact' ? Math.floor((Date.now() - START) / 1_000) : 0;
    await store.script(SKIP[provider](table, count + (least % count), least));
  }
  await store.script(LEASE[provider]);
}

/** Records in the table Restore which database was backed up, and at which revision. Call it after `skipLostIds`. */
export async function noteLineage(store: MigrationStore, provider: Provider): Promise<void> {
  await store.script(`INSERT INTO "Restore" ("at", "epoch", "before", "revision", "contactId")
    SELECT ${NOW[provider]}, "epoch", "epochAtStart", "revision", ${LAST_CONTACT[provider]}
    FROM "ReplicationState"`);
}

const LAST_CONTACT: Record<Provider, string> = {
  sqlite: `(SELECT seq FROM sqlite_sequence WHERE name = 'Contact')`,
  postgresql: `pg_sequence_last_value(pg_get_serial_sequence('"Contact"', 'id')::regclass)`,
};

const SKIP: Record<Provider, (table: string, count: number, least: number) => string> = {
  sqlite: (table, count, least) => `${makeSequence(table)};
    UPDATE sqlite_sequence SET seq = max(seq + ${count}, ${least}) WHERE name = '${table}'`,
  postgresql: (table, count, least) => `
    SELECT setval(name, greatest(nextval(name) + ${count - 1}, ${least}))
    FROM pg_get_serial_sequence('"${table}"', 'id') AS name`,
};

const LEASE: Record<Provider, string> = {
  sqlite: `${makeSequence('Campaign')};
    WITH RECURSIVE lost (n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM lost WHERE n < ${SKIPPED_CAMPAIGNS}
    )
    INSERT INTO "CampaignLease" ("id", "userId", "createdAt")
    SELECT seq + n, ${UNKNOWN_USER}, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
    FROM lost, sqlite_sequence WHERE name = 'Campaign';
    UPDATE sqlite_sequence SET seq = seq + ${SKIPPED_CAMPAIGNS} WHERE name = 'Campaign'`,
  postgresql: `
    INSERT INTO "CampaignLease" ("id", "userId", "createdAt")
    SELECT nextval(pg_get_serial_sequence('"Campaign"', 'id')), ${UNKNOWN_USER}, now() AT TIME ZONE 'UTC'
    FROM generate_series(1, ${SKIPPED_CAMPAIGNS})`,
};
