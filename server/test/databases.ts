import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#prisma/migrate.ts';
import {
  findPostgres,
  startThrowawayPostgres,
  type ThrowawayPostgres,
} from '#prisma/throwaway-postgres.ts';
import type { Provider } from '#prisma/url.ts';
import { quickFolder } from './quick-folder.ts';

/** The migrated, empty databases. Every test gets a copy (database.ts). */
export interface Templates {
  /** Folder for the copies of this run. */
  folder: string;
  sqliteFile: string;
  /** Maintenance database of the private PostgreSQL server; '' when only SQLite is tested. */
  postgresUrl: string;
}

/** The name of the template on the private PostgreSQL server. */
export const TEMPLATE = 'app_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** The databases under test (vitest.config.ts). */
    providers: readonly Provider[];
    /** Those of `onSqliteFirst`. */
    firstProviders: readonly Provider[];
    templates: Templates;
  }
}

/**
 * Vitest's global setup: migrates one SQLite file, and one database of a private PostgreSQL server,
 * once for the whole run. Without the programs of PostgreSQL the run fails and says what to install.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const { providers } = project.config.provide;
  const folder = mkdtempSync(join(quickFolder(), 'server-tests-'));
  const server = providers?.includes('postgresql') ? startPostgres() : null;
  const stop = () => {
    server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    const sqliteFile = join(folder, 'template.db');
    await migrate(`file:${sqliteFile}`);
    if (server) {
      await createDatabase(server.url, TEMPLATE);
      await migrate(urlOfDatabase(server.url, TEMPLATE));
    }
    project.provide('templates', { folder, sqliteFile, postgresUrl: server?.url ?? '' });
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

function startPostgres(): ThrowawayPostgres {
  const bin = findPostgres();
  if (bin) return startThrowawayPostgres(bin, quickFolder());
  throw new Error('The tests need the PostgreSQL programs: apt-get install postgresql, or PG_BIN.');
}

/** Creates a database, empty or as a copy of another one without open connections. */
export async function createDatabase(serverUrl: string, name: string, of = 'template0') {
  await onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    // From version 15 on the default is a copy by way of the log: 100 ms and more instead of 70.
    const strategy = (rows[0]?.version ?? 0) >= 150_000 ? 'STRATEGY FILE_COPY' : '';
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${of}" ${strategy}`);
  });
}

/** Drops a database and cuts its open connections. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  );
}

/** The URL of another database on the same server. */
export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(
  serverUrl: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
