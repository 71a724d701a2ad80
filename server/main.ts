import { join } from 'node:path';
import { pino } from 'pino';
import { openChangeNotifier } from '#prisma/change-notifier.ts';
import { clientFor, closeDatabase } from '#prisma/client.ts';
import { DatabaseRefused, migrate } from '#prisma/migrate.ts';
import { PROGRAM_FOLDER } from '#prisma/program-folder.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { makeFirstAdmin } from './domain/users.ts';
import { createApp } from './http/app.ts';
import { type Listening, listen } from './http/listen.ts';
import { BuiltPages } from './http/pages.ts';
import { describeError } from './http/problems.ts';
import { startJobs } from './jobs.ts';
import { sessionKeysOf } from './session-keys.ts';

const PAGES = join(PROGRAM_FOLDER, 'dist', 'pwa');
/**
 * In milliseconds: how long SIGTERM lets callers find another server, how long calls in flight may take
 * after that, and when the process exits in any case.
 */
const DRAIN = 1_500;
const GRACE = 2_500;
const LAST_MOMENT = 4_800;

const log = pino({
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
});

try {
  await start(readConfig(process.env));
} catch (error) {
  for (const line of explain(error)) console.error(line);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const sessionKeys = sessionKeysOf(config);
  await migrate(config.databaseUrl);
  const db = await clientFor(config.databaseUrl);
  const admin = await makeFirstAdmin(db, {
    username: config.adminUsername,
    password: config.adminPassword,
  });
  if (admin) {
    say(`The first admin is "${admin.username}", the password "${admin.password}".`);
    say('It is shown only this once.');
  }

  const pages = new BuiltPages(PAGES, config);
  if (pages.size === 0) console.warn(`There is no built page in ${PAGES}: only /api is served.`);
  const notifier = openChangeNotifier(config.databaseUrl);
  const stopping = new AbortController();
  const app = createApp({
    db,
    notifier,
    settings: { ...config, sessionKeys },
    log,
    pages,
    stopping: stopping.signal,
  });
  const listening = await listen(app.callback(), config);
  stopOnSignal(stopping, listening, async () => {
    await notifier.close();
    await closeDatabase(db);
  });
  say(`The site is at ${config.siteUrl} (listening on ${config.host}, port ${listening.port}).`);
  // The start need not wait for the rest. A database that does not answer now may answer later.
  await db.$connect().catch((error: unknown) => log.error({ error: describeError(error) }, 'open'));
  await pages.readAll();
  startJobs(db, config, log);
}

/**
 * On SIGTERM, is not ready any more, lets callers go elsewhere, finishes calls in flight and exits within
 * 5 s. SIGINT comes from a person, for whom only calls in flight are finished. A second signal exits at once.
 */
function stopOnSignal(
  stopping: AbortController,
  listening: Listening,
  closeRest: () => Promise<void>,
): void {
  const stop = async (drain: number) => {
    setTimeout(() => process.exit(1), LAST_MOMENT).unref();
    stopping.abort();
    await listening.drain(drain);
    await listening.close(GRACE);
    await closeRest();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop(DRAIN));
  process.once('SIGINT', () => void stop(0));
}

/** Why a start failed, for a person: one line per mistake. */
function explain(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.mistakes;
  if (error instanceof DatabaseRefused) return [error.message];
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE') return ['This PORT is in use: set PORT to another one.'];
    if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
      return [`This HOST and PORT cannot be used: ${error.message}.`];
    }
  }
  return [JSON.stringify(describeError(error))];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
