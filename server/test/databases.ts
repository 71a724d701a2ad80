import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#prisma/migrate.ts';
import { findPostgres, startThrowawayPostgres } from '#prisma/throwaway-postgres.ts';

/** The migrated, empty databases of which every test gets a copy (database.ts). */
export interface Templates {
  /** A folder for the copies of this run. */
  folder: string;
  sqliteFile: string;
  /** The maintenance database of the private PostgreSQL server; the template is beside it. */
  postgresUrl: string;
}

/** The name of the template on the private PostgreSQL server. */
export const TEMPLATE = 'app_template';

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates;
  }
}

/**
 * Vitest's global set-up: one private PostgreSQL server and one SQLite file for the whole run, both
 * migrated once. There is no way to run the tests on one database only: without the programs of
 * PostgreSQL the run fails, saying what to install.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const bin = findPostgres();
  if (!bin) {
    throw new Error(
      'The tests need the PostgreSQL programs: apt-get install postgresql, or PG_BIN.',
    );
  }
  const server = startThrowawayPostgres(bin);
  const folder = mkdtempSync(join(tmpdir(), 'server-tests-'));
  const stop = () => {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    const sqliteFile = join(folder, 'template.db');
    await migrate(`file:${sqliteFile}`);
    await createDatabase(server.url, TEMPLATE);
    await migrate(urlOfDatabase(server.url, TEMPLATE));
    project.provide('templates', { folder, sqliteFile, postgresUrl: server.url });
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

/** Creates a database on the server, empty or as a copy of another to which nobody is connected. */
export async function createDatabase(serverUrl: string, name: string, of = 'template0') {
  await onServer(serverUrl, `CREATE DATABASE "${name}" TEMPLATE "${of}"`);
}

/** Drops a database and cuts whoever is still connected to it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

/** The URL of another database on the same server. */
export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
