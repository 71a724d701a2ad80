import Router from '@koa/router';
import Koa from 'koa';
import type { AgentAccess, SecondFactorRule } from '#contract/access.ts';
import { type ChangeNotifier, LocalChangeNotifier } from '#prisma/change-notifier.ts';
import type { Db } from '#prisma/client.ts';
import { GatheredAudit } from '#server/domain/gathered-audit.ts';
import type { PushService } from '#server/domain/send-reminders.ts';
import { applicationRoutes } from './applications.routes.ts';
import { auditRoutes } from './audit.routes.ts';
import { authRoutes } from './auth.routes.ts';
import { backupRoutes } from './backups.routes.ts';
import { readBody } from './body.ts';
import { calendarFileRoute, calendarRoutes } from './calendar.routes.ts';
import { callerAddress } from './caller-address.ts';
import { campaignRoutes } from './campaigns.routes.ts';
import { compress } from './compress.ts';
import { contactRoutes } from './contacts.routes.ts';
import type { Middleware, State } from './context.ts';
import { refuseCrossSite } from './csrf.ts';
import { DeviceReports } from './device-reports.ts';
import { docsRoutes } from './docs.routes.ts';
import { Doers } from './doers.ts';
import { EndpointRegistry } from './endpoint-registry.ts';
import { exportRoutes } from './exports.routes.ts';
import { healthRoutes } from './health.routes.ts';
import { refuseForeignHosts } from './hosts.ts';
import { inquiryFormRoutes, type RenderAnswer } from './inquiry-form.routes.ts';
import { KnownDevices } from './known-devices.ts';
import { liveRoutes } from './live.routes.ts';
import { type Log, requestLog } from './log.ts';
import { mailReminderRoutes } from './mail-reminders.routes.ts';
import { mailRoutes } from './mails.routes.ts';
import type { Metrics } from './metrics.ts';
import { navigationRoutes } from './navigation.routes.ts';
import { outermost } from './outermost.ts';
import { pageCacheRoutes } from './page-cache.routes.ts';
import type { Pages } from './pages.ts';
import { passkeyRoutes } from './passkeys.routes.ts';
import { peopleRoutes } from './people.routes.ts';
import { describeError } from './problems.ts';
import { NO_LIMITS, rateLimits } from './rate-limit.ts';
import { reminderRoutes } from './reminders.routes.ts';
import { Api } from './serve.ts';
import { serveMetrics } from './serve-metrics.ts';
import { sessions } from './session.ts';
import { siteRoutes } from './site.routes.ts';
import { servePages } from './static.ts';
import { StorageWatch } from './storage-watch.ts';
import { syncRoutes } from './sync.routes.ts';
import { unknownPath } from './unknown-path.ts';
import { keepUnsentNotes } from './unsent-notes.ts';
import { userRoutes } from './users.routes.ts';
import { viewRoutes } from './views.routes.ts';

/** The part of `Config` that the app needs. */
export interface AppSettings {
  /** The public address, e.g. https://agency.example. With https, cookies are Secure. */
  siteUrl: string;
  /** The first key signs cookies, all verify them. */
  sessionKeys: readonly [string, ...string[]];
  registration: 'approval' | 'closed';
  agentAccess: AgentAccess;
  secondFactor: SecondFactorRule;
  /** How many proxies in front of the server report the caller's address. */
  trustProxy: number;
  rateLimits: 'on' | 'off';
  /** Whether the server makes backups by itself. */
  backups: 'daily' | 'off';
  /** Null: no mails are sent. */
  smtpUrl: string | null;
  /** Null: only programs on this machine may read the metrics, and only if there is no proxy. */
  metricsToken: string | null;
}

export interface AppParts {
  db: Db;
  /** Called after every commit. By default it reaches this process only. */
  notifier?: ChangeNotifier;
  settings: AppSettings;
  push: PushService;
  log: Log;
  /** The built page; without it, only /api is served. */
  pages?: Pages | undefined;
  /** Renders what the form answers without JavaScript. */
  renderAnswer?: RenderAnswer | undefined;
  metrics?: Metrics | undefined;
  /** Aborted when the process is about to stop: it is not ready from then on. */
  stopping?: AbortSignal;
}

/** The whole server as one Koa application. */
export function createApp({
  db,
  notifier = new LocalChangeNotifier(),
  settings,
  push,
  log,
  pages,
  renderAnswer,
  metrics,
  stopping = new AbortController().signal,
}: AppParts): Koa<State> {
  const { siteUrl, sessionKeys, trustProxy, secondFactor } = settings;
  const https = new URL(siteUrl).protocol === 'https:';
  const app = new Koa<State>({ keys: [...sessionKeys] });

  // Errors while an answer is being sent. All others are answered and logged by `outermost`.
  app.on('error', (error: Error & { code?: string }) => {
    const hasLeft = error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!hasLeft) log.error({ error: describeError(error) }, 'answer');
  });

  const devices = new KnownDevices(sessionKeys, { https });
  const reports = new DeviceReports(db);
  const doers = new Doers(sessionKeys[0]);
  const parts = { db, notifier, settings, push, log, stopping, metrics, renderAnswer };
  const router = apiRouter(parts, { devices, reports, doers });
  app.use(requestLog(log, metrics));
  app.use(outermost({ https, log }));
  app.use(callerAddress({ trustProxy, log }));
  if (metrics) app.use(serveMetrics(metrics, settings));
  app.use(refuseForeignHosts(siteUrl));
  app.use(servePages(pages));
  // From here on everything is under /api.
  app.use(keepNothing);
  app.use(refuseCrossSite(siteUrl));
  for (const step of sessions(app, { db, https, devices, doers, secondFactor })) app.use(step);
  app.use(keepUnsentNotes);
  app.use(compress);
  app.use(readBody);
  app.use(reports.middleware);
  app.use(router.routes());
  app.use(unknownPath(router));
  return app;
}

type Optional = 'metrics' | 'renderAnswer';
type ApiParts = Required<Omit<AppParts, 'pages' | Optional>> & Pick<AppParts, Optional>;

/** Every call of the API. */
function apiRouter(
  { db, notifier, settings, push, log, stopping, metrics, renderAnswer }: ApiParts,
  { devices, reports, doers }: { devices: KnownDevices; reports: DeviceReports; doers: Doers },
): Router<State> {
  const { siteUrl, sessionKeys } = settings;
  const router = new Router<State>({ sensitive: true });
  const registry = new EndpointRegistry(router, { db, rules: settings });
  const storage = new StorageWatch();
  metrics?.watchStorage(storage);
  const api = new Api(registry, { db, doers, notifier, metrics, storage });
  const limits = settings.rateLimits === 'on' ? rateLimits(db, sessionKeys[0]) : NO_LIMITS;
  healthRoutes(api, { ...settings, stopping, storage });
  const failures = new GatheredAudit(db, (error) =>
    log.error({ error: describeError(error) }, 'audit'),
  );
  stopping.addEventListener('abort', () => void failures.flush(), { once: true });
  backupRoutes(api, settings);
  mailRoutes(api, settings);
  auditRoutes(api);
  authRoutes(api, limits, { devices, reports, doers, failures }, settings);
  passkeyRoutes(api, limits, { devices, doers, failures }, settings);
  navigationRoutes(router, siteUrl);
  applicationRoutes(api);
  contactRoutes(api, limits, db, settings);
  inquiryFormRoutes(router, { registry, render: renderAnswer, limits, log });
  campaignRoutes(api, limits);
  syncRoutes(api, registry, log);
  pageCacheRoutes(api);
  peopleRoutes(api);
  reminderRoutes(api, limits, push, settings);
  mailReminderRoutes(api, limits, settings);
  calendarRoutes(api, settings);
  calendarFileRoute(router, { db, limits, siteUrl, rules: settings });
  liveRoutes(router, { db, notifier, rules: settings });
  exportRoutes(api);
  viewRoutes(api);
  siteRoutes(api);
  userRoutes(api, reports, settings);
  docsRoutes(api);
  return router;
}

/** Keeps browsers and proxies from caching answers of the API. */
const keepNothing: Middleware = (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  return next();
};
