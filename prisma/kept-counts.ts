import { type Db, readParts, readRows, type Tx } from './client.ts';
import type { MigrationStore } from './migration-store.ts';
import type { Provider } from './url.ts';

/** The tables whose totals are kept. */
const TOTALLED = ['Application', 'HistoryEntry', 'Contact', 'Campaign'] as const;
export type TotalledTable = (typeof TOTALLED)[number];

/** How many rows a table has, and the sum of their versions. */
export interface Total {
  count: number;
  sum: number;
}

/**
 * Makes the triggers that keep ListTotal and VisitDay right through every statement, also of a cascade, and
 * counts ListTotal afresh. Runs after every change of the tables: SQLite changes a table by making it anew,
 * which drops its triggers. Scanning a million rows at each pull took 0.2 to 0.4 s.
 */
export async function keepCounts(store: MigrationStore, provider: Provider): Promise<void> {
  for (const table of TOTALLED) {
    await store.script(TOTAL_TRIGGERS[provider](table));
    await store.script(
      `INSERT INTO "ListTotal" ("name") VALUES ('${table}') ON CONFLICT DO NOTHING; ${recount(table)}`,
    );
  }
  await store.script(VISIT_TRIGGER[provider]);
}

/** The kept total of a table. */
export async function totalOf(tx: Tx, table: TotalledTable): Promise<Total> {
  const [total] = await readRows<{ count: number; sum: number | bigint }>(tx, KEPT, table);
  if (!total) throw new Error(`The database keeps no total of ${table}.`);
  return { count: total.count, sum: Number(total.sum) };
}

const KEPT = 'SELECT "count", "sum" FROM "ListTotal" WHERE "name" = $1';

/**
 * Compares the stored totals with the rows and corrects the wrong ones. As far as we know, only manual SQL
 * makes them differ. Counts the rows in parts, from one snapshot. Concurrent writes stay in the total, because
 * only the difference is added.
 *
 * @returns the tables whose totals were wrong
 */
export async function repairTotals(db: Db): Promise<TotalledTable[]> {
  const missing = new Map(TOTALLED.map((table) => [table, { count: 0, sum: 0 }]));
  for await (const rows of readParts<CountedRow>(db, COUNTED_ROWS, ROWS_A_PART)) {
    for (const { name, kept, version } of rows) {
      const total = missing.get(name);
      if (!total) continue;
      total.count += kept === null ? 1 : -kept;
      total.sum += kept === null ? version : -version;
    }
  }
  const wrong = [...missing].filter(([, { count, sum }]) => count !== 0 || sum !== 0);
  for (const [name, { count, sum }] of wrong) {
    const data = { count: { increment: count }, sum: { increment: sum } };
    await db.listTotal.update({ where: { name }, data });
  }
  return wrong.map(([table]) => table);
}

/** A row of a table with its version, or a kept total: `kept` rows, whose versions make `version`. */
interface CountedRow {
  name: TotalledTable;
  kept: number | null;
  version: number;
}

const COUNTED_ROWS = [
  'SELECT "name", "count" AS "kept", "sum" AS "version" FROM "ListTotal"',
  ...TOTALLED.map((table) => `SELECT '${table}', NULL, "version" FROM "${table}"`),
].join(' UNION ALL ');
/** Read and added in a few milliseconds. */
const ROWS_A_PART = 5_000;

const SCANNED = 'COUNT(*), COALESCE(SUM("version"), 0)';

function recount(table: TotalledTable): string {
  return `UPDATE "ListTotal" SET ("count", "sum") = (SELECT ${SCANNED} FROM "${table}")
    WHERE "name" = '${table}'`;
}

/** `TOUCH` locks a row and keeps its version. It must not write the total, or all locks wait for one row. */
const TOTAL_TRIGGERS: Record<Provider, (table: TotalledTable) => string> = {
  sqlite: (table) => {
    const trigger = (event: string, on: string, change: string) => `
      DROP TRIGGER IF EXISTS "${table}_${event}";
      CREATE TRIGGER "${table}_${event}" AFTER ${on} BEGIN
        UPDATE "ListTotal" SET ${change} WHERE "name" = '${table}';
      END;`;
    return [
      trigger(
        'added',
        `INSERT ON "${table}"`,
        '"count" = "count" + 1, "sum" = "sum" + NEW."version"',
      ),
      trigger(
        'changed',
        `UPDATE OF "version" ON "${table}" WHEN NEW."version" <> OLD."version"`,
        '"sum" = "sum" + NEW."version" - OLD."version"',
      ),
      trigger(
        'removed',
        `DELETE ON "${table}"`,
        '"count" = "count" - 1, "sum" = "sum" - OLD."version"',
      ),
    ].join('');
  },
  postgresql: (table) => {
    const trigger = (event: string, on: string, rows: string, total: string) => `
      CREATE OR REPLACE FUNCTION "${table}_${event}"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE "ListTotal" SET "count" = "ListTotal"."count" + n, "sum" = "ListTotal"."sum" + s
        FROM (${total}) AS change (n, s) WHERE "name" = '${table}' AND (n <> 0 OR s <> 0);
        RETURN NULL;
      END $$;
      DROP TRIGGER IF EXISTS "${table}_${event}" ON "${table}";
      CREATE TRIGGER "${table}_${event}" AFTER ${on} ON "${table}" REFERENCING ${rows}
        FOR EACH STATEMENT EXECUTE FUNCTION "${table}_${event}"();`;
    const sums = (rows: string) => `COALESCE((SELECT SUM("version") FROM ${rows}), 0)`;
    const count = (rows: string) => `(SELECT COUNT(*) FROM ${rows})`;
    return [
      trigger(
        'added',
        'INSERT',
        'NEW TABLE AS added',
        `SELECT ${count('added')}, ${sums('added')}`,
      ),
      trigger(
        'changed',
        'UPDATE',
        'OLD TABLE AS before NEW TABLE AS after',
        `SELECT 0, ${sums('after')} - ${sums('before')}`,
      ),
      trigger(
        'removed',
        'DELETE',
        'OLD TABLE AS removed',
        `SELECT -${count('removed')}, -${sums('removed')}`,
      ),
    ].join('');
  },
};

/** Counts a visit that is stored on its day. Visits of a deleted campaign go with its days. */
const VISIT_TRIGGER: Record<Provider, string> = {
  sqlite: `
    DROP TRIGGER IF EXISTS "Visit_added";
    CREATE TRIGGER "Visit_added" AFTER INSERT ON "Visit" WHEN NOT NEW."afterEnd" BEGIN
      INSERT INTO "VisitDay" ("campaignId", "day", "visits") VALUES (NEW."campaignId", NEW."day", 1)
      ON CONFLICT DO UPDATE SET "visits" = "visits" + 1;
    END;`,
  postgresql: `
    CREATE OR REPLACE FUNCTION "Visit_added"() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO "VisitDay" ("campaignId", "day", "visits")
      SELECT "campaignId", "day", COUNT(*) FROM added WHERE NOT "afterEnd" GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT ("campaignId", "day") DO UPDATE SET "visits" = "VisitDay"."visits" + excluded."visits";
      RETURN NULL;
    END $$;
    DROP TRIGGER IF EXISTS "Visit_added" ON "Visit";
    CREATE TRIGGER "Visit_added" AFTER INSERT ON "Visit" REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION "Visit_added"();`,
};
