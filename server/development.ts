import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import type { SiteContent } from '#contract/site.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { migrate } from '#prisma/migrate.ts';
import { seed } from '#prisma/seed.ts';
import { makeFirstAdmin } from '#server/domain/accounts/users.ts';
import { currentVersion } from '#server/domain/site/site.ts';
import { fillingsOf } from '#server/http/pages/page-settings.ts';
import { readConfig } from '#server/settings/config.ts';
import { sessionKeysOf } from '#server/settings/session-keys.ts';
import { createApp } from './http/app.ts';
import { pushKeyOf } from './push/push-key.ts';
import { openPushService } from './push/push-service.ts';

/** The API for development, to be mounted in front of another server. */
export interface DevelopmentServer {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** The current publication, and the settings by their placeholders in documents. */
  site(): Promise<{ content: SiteContent | null; fillings: ReadonlyMap<string, string> }>;
  close(): Promise<void>;
}

/**
 * Opens the database of the environment, fills an empty one with sample data, and makes the API on it.
 *
 * @param say receives the first admin's password if it is random
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

  const log = pino({ base: null, level: config.logLevel });
  const push = openPushService(pushKeyOf(config), config);
  const app = createApp({ db, settings: { ...config, sessionKeys }, push, log });
  return {
    handle: app.callback(),
    async site() {
      const content = (await currentVersion(db))?.content ?? null;
      return { content, fillings: fillingsOf(config, content) };
    },
    close: () => closeDatabase(db),
  };
}
