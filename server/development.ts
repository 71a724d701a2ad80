import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import { seed } from '#prisma/seed.ts';
import { readConfig, sessionKeysOf } from './config.ts';
import { makeFirstAdmin } from './domain/users.ts';
import { createApp } from './http/app.ts';
import { fillingsOf } from './http/pages.ts';

/** The API while it is being developed, to be mounted in front of another server. */
export interface DevelopmentServer {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** The owner's settings by their placeholders in documents. */
  fillings: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/**
 * Opens the database of the environment, with sample data if it is empty, and the API on it. Tells
 * `say` the first admin's password when it was made up just now.
 */
export async function openDevelopmentServer(
  environment: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<DevelopmentServer> {
  const config = readConfig(environment);
  const sessionKeys = sessionKeysOf(config);
  await migrate(config.databaseUrl);
  const db = await openDatabase(config.databaseUrl);
  const admin = await makeFirstAdmin(db, {
    username: config.adminUsername,
    password: config.adminPassword,
  });
  if (admin) say(`The first admin is "${admin.username}", the password "${admin.password}".`);
  const counts = [db.contact.count(), db.application.count(), db.campaign.count()];
  if ((await Promise.all(counts)).every((count) => count === 0)) await seed(db);

  const log = pino({ base: null, level: 'warn' });
  const app = createApp({ db, settings: { ...config, sessionKeys }, log });
  return {
    handle: app.callback(),
    fillings: fillingsOf(config),
    close: () => closeDatabase(db),
  };
}
