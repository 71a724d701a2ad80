/**
 * Writes the next migration for both databases: `npm run migration -- name_of_the_change`.
 * Compares the migrated tables with schema.prisma and writes the difference. Read it before you commit
 * it: to Prisma's engine a renamed column is one dropped and one added. To change a column SQLite makes the table
 * anew; the indexes and triggers that this loses are named.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrate } from './migrate.ts';
import { driftOf } from './schema-engine.ts';
import { findPostgres, startThrowawayPostgres } from './throwaway-postgres.ts';
import { providerOf, sqlitePath } from './url.ts';

const [name = ''] = process.argv.slice(2);
const bin = findPostgres();
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  fail('Give the change a name of a-z, 0-9 and _: npm run migration -- add_agent_to_contact');
} else if (!bin) {
  fail('This needs the PostgreSQL programs: apt-get install postgresql, or set PG_BIN.');
} else {
  await author(name, bin);
}

async function author(change: string, postgres: string): Promise<void> {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = mkdtempSync(join(tmpdir(), 'migration-'));
  const server = startThrowawayPostgres(postgres);
  try {
    for (const url of [`file:${join(folder, 'now.db')}`, server.url]) {
      const base = join('prisma', 'migrations', providerOf(url));
      mkdirSync(base, { recursive: true });
      const lock = join(base, 'migration_lock.toml');
      if (!existsSync(lock)) writeFileSync(lock, `provider = "${providerOf(url)}"\n`);

      await migrate(url);
      const { sql } = await driftOf(url);
      const target = join(base, `${stamp}_${change}`);
      if (sql) {
        mkdirSync(target);
        writeFileSync(join(target, 'migration.sql'), sql);
      }
      process.stdout.write(sql ? `Wrote ${target}\n` : `${base} is up to date\n`);
      if (sql && providerOf(url) === 'sqlite') {
        for (const lost of await lostBy(url)) {
          process.stdout.write(`It loses ${lost}: make it again in ${target}/migration.sql\n`);
        }
      }
    }
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names the indexes and triggers that the last migration of SQLite loses, by making it on the database at `url`. */
async function lostBy(url: string): Promise<string[]> {
  const before = named(url);
  await migrate(url);
  const after = named(url);
  return before.filter((name) => !after.includes(name));
}

function named(url: string): string[] {
  const db = new Database(sqlitePath(url), { readonly: true });
  try {
    return db
      .prepare("SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('index', 'trigger')")
      .pluck()
      .all() as string[];
  } finally {
    db.close();
  }
}

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
