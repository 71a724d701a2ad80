import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, inject, onTestFinished } from 'vitest';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import type { Provider } from '#prisma/url.ts';
import { createDatabase, dropDatabase, TEMPLATE, urlOfDatabase } from './databases.ts';

/** Databases for tests. Call these functions inside a test: they clean up after it. */
export interface TestDatabases {
  provider: Provider;
  /** A new database with all tables and no rows but the ReplicationState; opened. */
  open(): Promise<Db>;
  /** The same, not opened: for tests that start a server, or open it twice. */
  url(): Promise<string>;
  /** The URL of a new database without any table. */
  blankUrl(): Promise<string>;
}

/**
 * Runs each test on SQLite and on PostgreSQL, with a database of its own; `onSqliteFirst` and `onSqlite` are for what
 * no SQL decides. There is no other way to get a database in a test. `npm run test:unit` uses SQLite only.
 *
 * ```ts
 * onBothDatabases('changing a status', ({ open }) => {
 *   test('is refused for an application that is not there', async () => {
 *     const db = await open();
 *     await expect(changeStatus(db, newId(), …)).rejects.toMatchObject({ code: 'application-not-found' });
 *   });
 * });
 * ```
 *
 * Every copy has the same `epoch` in its ReplicationState. Sample rows are in samples.ts.
 */
export function onBothDatabases(subject: string, tests: (databases: TestDatabases) => void): void {
  onDatabases(inject('providers'), subject, tests);
}

/** As `onBothDatabases`, on PostgreSQL in `npm run test:all` alone: for sessions, mails, input and commands. */
export function onSqliteFirst(subject: string, tests: (databases: TestDatabases) => void): void {
  onDatabases(inject('firstProviders'), subject, tests);
}

/** As `onBothDatabases`, on SQLite only: for headers, parsing, documents and the log. */
export function onSqlite(subject: string, tests: (databases: TestDatabases) => void): void {
  onDatabases(['sqlite'], subject, tests);
}

function onDatabases(
  providers: readonly Provider[],
  subject: string,
  tests: (databases: TestDatabases) => void,
): void {
  describe.each(providers)(`${subject}, on %s`, (provider) => {
    const { url, blankUrl } = provider === 'sqlite' ? sqlite : postgresql;
    tests({
      provider,
      url,
      blankUrl,
      open: async () => {
        const db = await openDatabase(await url());
        onTestFinished(() => closeDatabase(db));
        return db;
      },
    });
  });
}

const sqlite = {
  async url() {
    const url = await sqlite.blankUrl();
    copyFileSync(inject('templates').sqliteFile, url.slice('file:'.length));
    return url;
  },
  async blankUrl() {
    const file = join(inject('templates').folder, `${randomUUID()}.db`);
    onTestFinished(async () => {
      for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
    });
    return `file:${file}`;
  },
};

const postgresql = {
  url: () => newDatabase(TEMPLATE),
  blankUrl: () => newDatabase(),
};

async function newDatabase(template?: string): Promise<string> {
  const { postgresUrl } = inject('templates');
  const name = randomUUID();
  await createDatabase(postgresUrl, name, template);
  onTestFinished(() => dropDatabase(postgresUrl, name));
  return urlOfDatabase(postgresUrl, name);
}
