import type { MigrationStore } from './migration-store.ts';
import type { Provider } from './url.ts';

/** Holds the leases of campaign ids that were given to somebody of whom the backup does not know. */
export const SOMEBODY = 0;

/** How many ids may have been given after the backup was made: no other row gets one of them. */
const SKIPPED = { User: 1_000, Contact: 10_000 };
const SKIPPED_CAMPAIGNS = 1_000;

/**
 * Makes a database ready that a backup has brought back: ids that were given after the backup are not
 * given again, for they stand in what the phones will offer, in links and on printed codes. Those of
 * campaigns are held for whoever comes back with one, with the visits and inquiries that come before.
 */
export async function skipLostIds(store: MigrationStore, provider: Provider): Promise<void> {
  for (const [table, count] of Object.entries(SKIPPED)) {
    await store.script(SKIP[provider](table, count));
  }
  await store.script(LEASE[provider]);
}

const SKIP: Record<Provider, (table: string, count: number) => string> = {
  sqlite: (table, count) => `${sequenceOf(table)};
    UPDATE sqlite_sequence SET seq = seq + ${count} WHERE name = '${table}'`,
  postgresql: (table, count) => `
    SELECT setval(name, nextval(name) + ${count - 1})
    FROM pg_get_serial_sequence('"${table}"', 'id') AS name`,
};

const LEASE: Record<Provider, string> = {
  sqlite: `${sequenceOf('Campaign')};
    WITH RECURSIVE lost (n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM lost WHERE n < ${SKIPPED_CAMPAIGNS}
    )
    INSERT INTO "CampaignLease" ("id", "userId", "createdAt")
    SELECT seq + n, ${SOMEBODY}, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
    FROM lost, sqlite_sequence WHERE name = 'Campaign';
    UPDATE sqlite_sequence SET seq = seq + ${SKIPPED_CAMPAIGNS} WHERE name = 'Campaign'`,
  postgresql: `
    INSERT INTO "CampaignLease" ("id", "userId", "createdAt")
    SELECT nextval(pg_get_serial_sequence('"Campaign"', 'id')), ${SOMEBODY}, now() AT TIME ZONE 'UTC'
    FROM generate_series(1, ${SKIPPED_CAMPAIGNS})`,
};

/** SQLite counts nothing for a table into which nothing was ever put. */
function sequenceOf(table: string): string {
  return `INSERT INTO sqlite_sequence (name, seq) SELECT '${table}', 0
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '${table}')`;
}
