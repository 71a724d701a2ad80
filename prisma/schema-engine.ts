import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { QueryResult } from 'pg';
import { type Provider, providerOf, sqlitePath } from './url.ts';

/** What Prisma's schema engine says about a database. */
export interface Drift {
  /** SQL that turns the database into `schema.prisma`; null when they are equal. */
  sql: string | null;
  /** What is wrong with the list of migrations that ran; empty when Prisma agrees with it. */
  history: string[];
}

/**
 * Compares a migrated database with `schema.prisma`, by the same engine as `prisma migrate`, but as
 * WebAssembly: nothing is downloaded, and no shadow database is needed.
 */
export async function driftOf(url: string): Promise<Drift> {
  const provider = providerOf(url);
  const open: SqlDriverAdapter[] = [];
  try {
    const engine = await start(provider, rememberingConnections(factoryOf(url), open));
    const history = await engine.diagnoseMigrationHistory({
      migrationsList: migrationsOf(provider),
      optInToShadowDatabase: false,
      filters: NO_FILTERS,
    });
    const schema = schemaFiles(provider);
    const diff = await engine.diff({
      from: { tag: 'schemaDatasource', ...schema, configDir: '.' },
      to: { tag: 'schemaDatamodel', ...schema },
      script: true,
      exitCode: true,
      filters: NO_FILTERS,
    });
    return {
      sql: diff.exitCode === 0 ? null : (diff.stdout ?? ''),
      history: [
        ...history.failedMigrationNames.map((name) => `${name} failed`),
        ...history.editedMigrationNames.map((name) => `${name} was edited`),
        ...(history.history ? [JSON.stringify(history.history)] : []),
        ...(history.hasMigrationsTable ? [] : ['there is no table of migrations']),
      ],
    };
  } finally {
    for (const connection of open) await connection.dispose();
  }
}

const NO_FILTERS = { externalTables: [], externalEnums: [] };

function schemaFiles(provider: Provider) {
  return { files: [{ path: 'schema.prisma', content: schemaText(provider) }] };
}

/** schema.prisma is written for SQLite; prisma.config.ts swaps the provider in the same way. */
function schemaText(provider: Provider): string {
  return readFileSync(join('prisma', 'schema.prisma'), 'utf8').replaceAll('sqlite', provider);
}

function migrationsOf(provider: Provider) {
  const baseDir = join('prisma', 'migrations', provider);
  const names = existsSync(baseDir)
    ? readdirSync(baseDir, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: textIfThere(join(baseDir, 'migration_lock.toml')),
    },
    shadowDbInitScript: '',
    migrationDirectories: names
      .map(({ name }) => name)
      .sort()
      .map((path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: readFileSync(join(baseDir, path, 'migration.sql'), 'utf8'),
          },
        },
      })),
  };
}

function textIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Instantiates the engine's module by hand, once: Node 20 imports no .wasm file. */
async function load(): Promise<typeof bindings> {
  const entry = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm'));
  const code = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'));
  // Node's types do not have WebAssembly, and the package's leave out what only its entry calls.
  const { WebAssembly } = globalThis as unknown as { WebAssembly: Instantiator };
  const { __wbg_set_wasm } = bindings as unknown as { __wbg_set_wasm(exports: object): void };
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': bindings });
  __wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

interface Instantiator {
  instantiate(
    code: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
}

let loading: Promise<typeof bindings> | undefined;

async function start(provider: Provider, factory: SqlMigrationAwareDriverAdapterFactory) {
  loading ??= load();
  const { SchemaEngine } = await loading;
  return SchemaEngine.new(
    { datamodels: [['schema.prisma', schemaText(provider)]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

function factoryOf(url: string): SqlMigrationAwareDriverAdapterFactory {
  return providerOf(url) === 'sqlite'
    ? new PrismaBetterSqlite3({ url: sqlitePath(url) })
    : new CatalogPostgres({ connectionString: url });
}

/**
 * The adapter (7.10) does not know the type "char" (oid 18), of which the system tables that the
 * engine reads are full. To us it is text.
 */
class CatalogPostgres extends PrismaPg {
  override async connect() {
    const connection = await super.connect();
    const pool = connection.underlyingDriver();
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<QueryResult>;
    Object.assign(pool, {
      query: async (...args: unknown[]) => {
        const result = await query(...args);
        for (const field of result.fields) if (field.dataTypeID === 18) field.dataTypeID = 25;
        return result;
      },
    });
    return connection;
  }
}

/** The engine never closes what it has opened, nor lets go of its locks. */
function rememberingConnections(
  factory: SqlMigrationAwareDriverAdapterFactory,
  open: SqlDriverAdapter[],
): SqlMigrationAwareDriverAdapterFactory {
  const connect = factory.connect.bind(factory);
  return Object.assign(factory, {
    connect: async () => {
      const connection = await connect();
      open.push(connection);
      return connection;
    },
  });
}
