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

/** How a database differs from schema.prisma and from the migrations. */
export interface Drift {
  /** SQL that changes the database to `schema.prisma`; null if they are equal. */
  sql: string | null;
  /** Errors in the list of applied migrations; empty if Prisma agrees with it. */
  history: string[];
}

/**
 * Compares a migrated database with `schema.prisma`, by the engine of `prisma migrate` as WebAssembly:
 * nothing is downloaded, and no shadow database is needed.
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

/** schema.prisma names SQLite; the provider is replaced here as in prisma.config.ts. */
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

/** Instantiates the engine's module by hand, because Node 20 cannot import .wasm files. */
async function load(): Promise<typeof bindings> {
  const entry = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm'));
  const code = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'));
  // Missing in Node's types (WebAssembly) and in the package's (__wbg_set_wasm).
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
 * The adapter (7.10) does not know the type "char" (oid 18) of the system tables that the engine reads.
 * This reports it as text (oid 25).
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

/** Collects the connections that the engine opens, because it never closes them or frees their locks. */
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
