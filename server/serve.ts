import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import type { Language } from '#contract/fields/vocabulary.ts';
import type { OfferView } from '#contract/offers/offer-view.ts';
import type { SiteContent } from '#contract/site.ts';
import { backupFailed } from '#prisma/backup/backup-failed.ts';
import { openChangeNotifier } from '#prisma/change-notifier.ts';
import { clientFor, closeDatabase, type Db, poolOf } from '#prisma/client.ts';
import { DatabaseRefused } from '#prisma/database-refused.ts';
import { migrate } from '#prisma/migrate.ts';
import { PROGRAM_FOLDER } from '#prisma/program-folder.ts';
import { checkLeftovers } from '#server/commands/check-machine.ts';
import { type Command, Misused, programVersion } from '#server/commands/command.ts';
import { explainFailure, reasonOf } from '#server/commands/start-failures.ts';
import { makeFirstAdmin } from '#server/domain/accounts/users.ts';
import type { Mailer } from '#server/domain/reminders/send-mails.ts';
import { currentVersion } from '#server/domain/site/site.ts';
import type { InquiryAnswer } from '#server/http/pages/inquiry-form.routes.ts';
import { BuiltPages, type Publication, type RenderSite } from '#server/http/pages/pages.ts';
import { type Listening, listen } from '#server/http/transport/listen.ts';
import { Metrics } from '#server/http/transport/metrics.ts';
import { describeError } from '#server/http/transport/problems.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { type Config, ignoredIn, readConfig, warningsOf } from '#server/settings/config.ts';
import { keepFirstPassword } from '#server/settings/first-password.ts';
import { sessionKeysOf } from '#server/settings/session-keys.ts';
import { backUpBeforeMigration } from './backups/back-up-if-due.ts';
import { backupSettingsOf } from './backups/backup-settings.ts';
import { followPublications } from './follow-publications.ts';
import { createApp } from './http/app.ts';
import { pushKeyOf } from './push/push-key.ts';
import { openPushService } from './push/push-service.ts';

const PAGES = join(PROGRAM_FOLDER, 'dist', 'pwa');
/**
 * In milliseconds: how long SIGTERM lets callers find another server, how long calls in flight may take
 * after that, and when the process exits in any case.
 */
const DRAIN = 1_500;
const GRACE = 2_200;
const LAST_MOMENT = 4_800;

const log = pino({
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
});

export const serveCommand: Command = {
  usage: (agency) =>
    `${agency} serve    serves the site until it is stopped; SETTINGS.md lists its settings`,

  async run({ args, environment }) {
    if (args.length > 0) throw new Misused();
    try {
      await start(readConfig(environment), environment);
    } catch (error) {
      for (const line of explainFailure(error)) console.error(line);
      process.exit(1);
    }
  },
};

async function start(config: Config, environment: NodeJS.ProcessEnv): Promise<void> {
  log.level = config.logLevel;
  const sessionKeys = sessionKeysOf(config);
  await migrate(config.databaseUrl, {
    beforeChange: (pending) => backUpFirst(config, pending),
    onWait: () => say('PostgreSQL is not there yet: it is waited for, 30 s at most.'),
  });
  const db = await clientFor(config.databaseUrl);
  const push = openPushService(pushKeyOf(config), config);
  const pages = new BuiltPages(PAGES, config);
  if (pages.size === 0) console.warn(`There is no built page in ${PAGES}: only /api is served.`);
  const notifier = openChangeNotifier(config.databaseUrl);
  const stopping = new AbortController();
  const metrics = new Metrics(db, programVersion(), poolOf(db));
  const app = createApp({
    db,
    notifier,
    settings: { ...config, sessionKeys },
    push,
    log,
    pages,
    renderAnswer: async (language, answer) =>
      (await loadRenderer()).renderInquiry(pages.frame(), language, answer),
    renderOffer: async (language, view) =>
      (await loadRenderer()).renderOffer(pages.frame(), language, view),
    metrics,
    stopping: stopping.signal,
  });
  const onError = (error: unknown) => log.error({ error: describeError(error) }, 'publication');
  const show = async (content: SiteContent, publication: Publication) =>
    pages.show(content, (await loadRenderer()).renderDocuments, publication);
  const published = await currentVersion(db).catch(() => null);
  for (const line of warningsOf(config, published?.content)) console.warn(line);
  if (pages.size > 0) await followPublications({ db, notifier, show, onError });
  // Before it listens: whoever finds the server ready may sign in.
  await openToFirstAdmin(db, config);
  const listening = await listen(app.callback(), config);
  stopOnSignal(stopping, listening, async () => {
    await notifier.close();
    await closeDatabase(db);
  });
  say(`Football Agent ${programVersion()}, Node.js ${process.versions.node}.`);
  say(`The site is at ${config.siteUrl} (listening on ${config.host}, port ${listening.port}).`);
  // The start need not wait for the rest.
  for (const line of ignoredIn(environment)) console.warn(line);
  for (const { text } of checkLeftovers(config)) console.warn(text);
  // A database that does not answer now may answer later.
  await db.$connect().catch((error: unknown) => log.error({ error: describeError(error) }, 'open'));
  await pages.readAll();
  const mailer = await openMailerOf(config);
  startJobs({
    db,
    notifier,
    config,
    push,
    mailer,
    keys: sessionKeys,
    log,
    metrics,
    stopping: stopping.signal,
  });
}

/**
 * Makes a backup before the database is changed by a newer program, so that there is a way back. Without pg_dump a
 * PostgreSQL database is migrated without one: its operator backs it up by other means.
 */
async function backUpFirst(config: Config, pending: readonly string[]): Promise<void> {
  if (config.backups === 'off') return;
  try {
    const file = await backUpBeforeMigration(backupSettingsOf(config));
    say(`${file} is a backup from before the migrations ${pending.join(', ')}.`);
  } catch (error) {
    const failed = backupFailed(error);
    const reason = reasonOf(failed);
    if (failed.failure === 'no-program') {
      return console.warn(`The database is migrated without a backup: ${reason}`);
    }
    const text = `The database was not migrated, because no backup of it could be made. ${reason} Or set BACKUPS=off to start without one.`;
    throw new DatabaseRefused(text, { cause: error });
  }
}

type RenderInquiry = (frame: unknown, language: Language, answer: InquiryAnswer) => Promise<string>;

/** React on the server, which is loaded when it is needed. */
async function loadRenderer(): Promise<{
  renderDocuments: RenderSite;
  renderInquiry: RenderInquiry;
  renderOffer: (frame: unknown, language: Language, view: OfferView) => Promise<string>;
}> {
  const file = join(PROGRAM_FOLDER, 'dist', 'server', 'render-site.js');
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

/** Null without a mail server. The library is imported here: no start waits for it. */
async function openMailerOf({ smtpUrl, ...config }: Config): Promise<Mailer | null> {
  if (smtpUrl === null) return null;
  const { openMailer } = await import('./mail/smtp.ts');
  return openMailer({ ...config, smtpUrl });
}

async function openToFirstAdmin(db: Db, config: Config): Promise<void> {
  const admin = await makeFirstAdmin(db, {
    username: config.adminUsername,
    password: config.adminPassword,
  });
  if (!admin) return;
  const file = keepFirstPassword(config.databaseUrl, admin.password);
  say(
    `The first admin is "${admin.username}". The password is in ${file}: it signs in once, within 7 days: change it then, and delete the file.`,
  );
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
