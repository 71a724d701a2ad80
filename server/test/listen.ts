import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { ChangeNotifier } from '#prisma/change-notifier.ts';
import { type Db, poolOf } from '#prisma/client.ts';
import { repairTotals } from '#prisma/kept-counts.ts';
import type { PushService } from '#server/domain/reminders/send-reminders.ts';
import { type AppSettings, createApp } from '#server/http/app.ts';
import type { RenderAnswer } from '#server/http/pages/inquiry-form.routes.ts';
import type { RenderOffer } from '#server/http/pages/offer-page.routes.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import { listen } from '#server/http/transport/listen.ts';
import { Metrics } from '#server/http/transport/metrics.ts';
import { readConfig } from '#server/settings/config.ts';

/** The settings of a test's app: the defaults, but for these. */
const TEST_SETTINGS: AppSettings = {
  ...readConfig({}),
  siteUrl: 'http://agency.test',
  sessionKeys: ['only-for-tests-only-for-tests-0123456789'],
  rateLimits: 'off',
};

/** A push service that takes nothing. */
const NO_PUSH: PushService = {
  publicKey: 'B'.repeat(87),
  deliver: async () => ({ outcome: 'failed', reason: 'test' }),
};

export interface TestServer {
  /** For example `http://127.0.0.1:34567`. */
  origin: string;
  port: number;
  /** The lines of the log. */
  logged: string[];
  /** Lines of the log at level error. */
  errors(): string[];
}

/** Serves the app on a free port until the test ends. */
export async function serveApp(
  db: Db,
  {
    pages,
    renderAnswer,
    renderOffer,
    notifier,
    push = NO_PUSH,
    ...settings
  }: Partial<AppSettings> & {
    pages?: Pages;
    renderAnswer?: RenderAnswer;
    renderOffer?: RenderOffer;
    notifier?: ChangeNotifier;
    push?: PushService;
  } = {},
): Promise<TestServer> {
  const logged: string[] = [];
  const log = pino({ base: null }, { write: (line) => void logged.push(line) });
  const errors = () => logged.filter((line) => JSON.parse(line).level >= 50);
  const all = { ...TEST_SETTINGS, ...settings };
  const app = createApp({
    db,
    settings: all,
    push,
    log,
    renderAnswer,
    renderOffer,
    pages,
    metrics: new Metrics(db, '1.0.0', poolOf(db)),
    ...(notifier && { notifier }),
  });
  const door = await listen(app.callback(), { ...all, host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await door.close(0);
    await checkTotals(db);
  });
  return { origin: `http://127.0.0.1:${door.port}`, port: door.port, logged, errors };
}

/** Whatever a test did: the kept totals are those of the rows. A database that is away is not compared. */
async function checkTotals(db: Db): Promise<void> {
  const wrong = await repairTotals(db).catch(() => []);
  if (wrong.length > 0) throw new Error(`The kept totals of ${wrong.join(', ')} were wrong.`);
}
