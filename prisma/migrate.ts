import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteLineage, skipLostIds } from '#prisma/backup/after-restore.ts';
import { keepAppendOnly, noteRestore } from './append-only.ts';
import { codeOf, DatabaseRefused, refusalOf, textOf } from './database-refused.ts';
import { keepCounts } from './kept-counts.ts';
import { type MigrationStore, openMigrationStore } from './migration-store.ts';
import { PROGRAM_FOLDER } from './program-folder.ts';
import { type Provider, providerOf } from './url.ts';

const MIGRATIONS = join(PROGRAM_FOLDER, 'prisma', 'migrations');

interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file in hex, as Prisma writes it. */
  checksum: string;
}

/**
 * Runs the pending migrations of the database at `url`, and creates an embedded one if it is missing. All
 * run in one transaction: an interruption leaves nothing behind, and the next start runs them again.
 * Several processes may call this at once.
 *
 * Applied migrations are listed in Prisma's own table `_prisma_migrations`, so `prisma migrate` agrees.
 *
 * @returns the names of the migrations that it has applied, in order
 * @throws DatabaseRefused if the database is newer than this program, cannot be reached, or has a
 *   migration that failed or was edited after it ran
 */
export async function migrate(
  url: string,
  { root = MIGRATIONS, beforeChange = async () => {}, onWait }: MigrateOptions = {},
): Promise<string[]> {
  const provider = providerOf(url);
  const known = migrationsIn(join(root, provider));
  return onStore(
    url,
    (store) =>
      store.inTransaction(async () => {
        await store.script(MIGRATIONS_TABLE[provider]);
        const pending = await notYetRun(store, known);
        const isNew = pending.length === known.length;
        if (pending.length > 0 && !isNew) await beforeChange(namesOf(pending));
        await runAll(store, { provider, known, pending });
        return namesOf(pending);
      }),
    onWait,
  );
}

export interface MigrateOptions {
  /** Holds `<provider>/<time>_<name>/migration.sql`; this program's own if not given. */
  root?: string;
  /**
   * Called before the tables of an older database change, with the names of the pending migrations. The database can
   * be read meanwhile, and no other process migrates it. If it throws, nothing is changed.
   */
  beforeChange?: (pending: readonly string[]) => Promise<void>;
  /** Called once if PostgreSQL is not there yet; the call then waits for it, 30 s at most. Without `onWait` it fails at once. */
  onWait?: () => void;
}

/**
 * Throws DatabaseRefused unless the database at `url` can be opened and has exactly the migrations of this program:
 * for commands beside the server, which change no tables.
 */
export async function refuseUnmigrated(url: string): Promise<void> {
  const provider = providerOf(url);
  const pending = await onStore(url, async (store) => {
    const [found] = await store.query(HAS_MIGRATIONS[provider]);
    return found ? notYetRun(store, migrationsIn(join(MIGRATIONS, provider))) : null;
  });
  if (pending === null) throw new DatabaseRefused('The database is empty: start the server once.');
  if (pending.length === 0) return;
  throw new DatabaseRefused(
    `The database is older than this program (it lacks ${namesOf(pending).join(', ')}): start the server once, which migrates it.`,
  );
}

async function onStore<R>(
  url: string,
  work: (store: MigrationStore) => Promise<R>,
  onWait?: () => void,
): Promise<R> {
  const store = await openMigrationStore(url, onWait);
  try {
    return await work(store);
  } catch (error) {
    throw codeOf(error) === '' ? error : refusalOf(error, url);
  } finally {
    await store.close();
  }
}

async function runAll(
  store: MigrationStore,
  { provider, known, pending }: { provider: Provider; known: Migration[]; pending: Migration[] },
): Promise<void> {
  for (const migration of pending) await run(store, migration);
  if (pending.length > 0) {
    // These read all rows or remake triggers, so they run only after a change of the tables.
    await store.checkForeignKeys();
    if (makes(known, 'ListTotal')) await keepCounts(store, provider);
    if (makes(known, 'AuditEntry')) await keepAppendOnly(store, provider);
  }
  if (known.length > 0) await openReplicationState(store, provider, known);
}

function namesOf(migrations: readonly Migration[]): string[] {
  return migrations.map(({ name }) => name);
}

/** The migrations of a test or of an older program may not have this table. */
function makes(known: readonly Migration[], table: string): boolean {
  return known.some(({ sql }) => sql.includes(`"${table}"`));
}

function migrationsIn(folder: string): Migration[] {
  if (!existsSync(folder)) {
    throw new DatabaseRefused(`There is no ${folder}: install the program again.`);
  }
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

async function notYetRun(store: MigrationStore, known: Migration[]): Promise<Migration[]> {
  const ran = new Map<unknown, Record<string, unknown>>();
  for (const row of await store.query(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  )) {
    ran.set(row.migration_name, row);
  }

  const unknown = [...ran.keys()].filter((name) => !known.some((each) => each.name === name));
  if (unknown.length > 0) {
    throw new DatabaseRefused(
      `The database is newer than this program (it has ${unknown.join(', ')}): start the newer program, or restore a backup from before.`,
    );
  }
  return known.filter(({ name, checksum }) => {
    const row = ran.get(name);
    if (!row) return true;
    if (row.finished_at === null) {
      throw new DatabaseRefused(
        `Migration ${name} failed earlier: settle it with "prisma migrate resolve", then start again.`,
      );
    }
    if (row.checksum !== checksum) {
      throw new DatabaseRefused(`Migration ${name} was edited after it ran: restore its file.`);
    }
    return false;
  });
}

async function run(store: MigrationStore, { name, sql, checksum }: Migration): Promise<void> {
  const started = new Date();
  try {
    await store.script(sql);
  } catch (error) {
    throw new DatabaseRefused(`Migration ${name} failed, nothing was changed: ${textOf(error)}.`, {
      cause: error,
    });
  }
  await store.insert('_prisma_migrations', {
    id: randomUUID(),
    checksum,
    migration_name: name,
    started_at: started,
    finished_at: new Date(),
    applied_steps_count: 1,
  });
}

/**
 * Gives a new database its epoch. If the epoch changed since the last start, a backup was restored:
 * then the ids that may have been given after the backup are skipped, and where the databases parted is noted.
 */
async function openReplicationState(
  store: MigrationStore,
  provider: Provider,
  known: readonly Migration[],
): Promise<void> {
  const [row] = await store.query('SELECT "epoch", "epochAtStart" FROM "ReplicationState"');
  if (!row) {
    const epoch = randomUUID();
    await store.insert('ReplicationState', { id: 1, revision: 0, epoch, epochAtStart: epoch });
  } else if (row.epoch !== row.epochAtStart) {
    await skipLostIds(store, provider);
    if (makes(known, 'AuditEntry')) await noteRestore(store, provider);
    if (makes(known, 'Restore')) await noteLineage(store, provider);
    await store.script('UPDATE "ReplicationState" SET "epochAtStart" = "epoch"');
  }
}

/** Finds a row if migrations ever ran. */
const HAS_MIGRATIONS: Record<Provider, string> = {
  sqlite: "SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'",
  postgresql: `SELECT 1 WHERE to_regclass('"_prisma_migrations"') IS NOT NULL`,
};

/** `_prisma_migrations` as Prisma's engine creates it. */
const MIGRATIONS_TABLE: Record<Provider, string> = {
  sqlite: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
  )`,
  postgresql: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum"              VARCHAR(64) NOT NULL,
    "finished_at"           TIMESTAMPTZ,
    "migration_name"        VARCHAR(255) NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        TIMESTAMPTZ,
    "started_at"            TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count"   INTEGER NOT NULL DEFAULT 0
  )`,
};
