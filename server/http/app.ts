import Router from '@koa/router';
import Koa from 'koa';
import type { AgentAccess, SecondFactorRule } from '#contract/access.ts';
import { Problem } from '#contract/problems.ts';
import { type ChangeNotifier, LocalChangeNotifier } from '#prisma/change-notifier.ts';
import type { Db } from '#prisma/client.ts';
import { GatheredAudit } from '#server/domain/common/gathered-audit.ts';
import type { BackupPlan } from '#server/domain/people/backup-state.ts';
import type { PushService } from '#server/domain/reminders/send-reminders.ts';
import { EndpointRegistry } from '#server/http/api/endpoint-registry.ts';
import { Api } from '#server/http/api/serve.ts';
import { inquiryFormRoutes, type RenderAnswer } from '#server/http/pages/inquiry-form.routes.ts';
import { navigationRoutes } from '#server/http/pages/navigation.routes.ts';
import { offerPageRoutes, type RenderOffer } from '#server/http/pages/offer-page.routes.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import { followShortLinks } from '#server/http/pages/short-links.ts';
import { servePages } from '#server/http/pages/static.ts';
import { applicationRoutes } from '#server/http/routes/applications.routes.ts';
import { authRoutes } from '#server/http/routes/auth.routes.ts';
import { backupRoutes } from '#server/http/routes/backups.routes.ts';
import { calendarFileRoute, calendarRoutes } from '#server/http/routes/calendar.routes.ts';
import { campaignRoutes } from '#server/http/routes/campaigns.routes.ts';
import { contactRoutes } from '#server/http/routes/contacts.routes.ts';
import { healthRoutes } from '#server/http/routes/health.routes.ts';
import { liveRoutes } from '#server/http/routes/live.routes.ts';
import { mailReminderRoutes } from '#server/http/routes/mail-reminders.routes.ts';
import { operationRoutes } from '#server/http/routes/operation.routes.ts';
import { passkeyRoutes } from '#server/http/routes/passkeys.routes.ts';
import { reminderRoutes } from '#server/http/routes/reminders.routes.ts';
import { siteRoutes } from '#server/http/routes/site.routes.ts';
import { syncRoutes } from '#server/http/routes/sync.routes.ts';
import { userRoutes } from '#server/http/routes/users.routes.ts';
import { viewRoutes } from '#server/http/routes/views.routes.ts';
import { Actors } from '#server/http/session/actors.ts';
import { DeviceReports } from '#server/http/session/device-reports.ts';
import { KnownDevices } from '#server/http/session/known-devices.ts';
import { NO_LIMITS, rateLimits } from '#server/http/session/rate-limit.ts';
import { sessions } from '#server/http/session/session.ts';
import { keepUnsentNotes } from '#server/http/session/unsent-notes.ts';
import { callerAddress } from '#server/http/transport/address.ts';
import { readBody } from '#server/http/transport/body.ts';
import { compress } from '#server/http/transport/compress.ts';
import type { ApiRouter, Middleware, State } from '#server/http/transport/context.ts';
import { refuseCrossSite } from '#server/http/transport/csrf.ts';
import { refuseForeignHosts } from '#server/http/transport/hosts.ts';
import { type Log, requestLog } from '#server/http/transport/log.ts';
import type { Metrics } from '#server/http/transport/metrics.ts';
import { outermost } from '#server/http/transport/outermost.ts';
import { describeError } from '#server/http/transport/problems.ts';
import { serveMetrics } from '#server/http/transport/serve-metrics.ts';
import { StorageWatch } from '#server/http/transport/storage-watch.ts';

/** The part of `Config` that the app needs. */
export interface AppSettings extends BackupPlan {
  /** The public address, e.g. https://agency.example. With https, cookies are Secure. */
  siteUrl: string;
  /** The first signs what the server gives out, all verify it. */
  sessionKeys: readonly [string, ...string[]];
  registration: 'approval' | 'closed';
  agentAccess: AgentAccess;
  secondFactor: SecondFactorRule;
  /** How many proxies in front of the server report the caller's address. */
  trustProxy: number;
  /** For which names browsers refuse plain http. */
  hsts: 'site' | 'subdomains';
  rateLimits: 'on' | 'off';
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
  /** Renders a player's page for one club. */
  renderOffer?: RenderOffer | undefined;
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
  renderOffer,
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
  const actors = new Actors(sessionKeys[0]);
  const parts = { db, notifier, settings, push, log, stopping, metrics, renderAnswer, renderOffer };
  const router = apiRouter(parts, { devices, reports, actors });
  app.use(requestLog(log, metrics));
  app.use(outermost({ https, hsts: settings.hsts, trustProxy, log }));
  app.use(callerAddress({ trustProxy, log }));
  if (metrics) app.use(serveMetrics(metrics, settings));
  app.use(refuseForeignHosts(siteUrl));
  app.use(followShortLinks(db, siteUrl));
  app.use(servePages(pages));
  // From here on everything is under /api.
  app.use(keepNothing);
  app.use(refuseCrossSite(siteUrl));
  for (const step of sessions(app, { db, https, devices, actors, secondFactor })) app.use(step);
  app.use(keepUnsentNotes);
  app.use(compress);
  app.use(readBody);
  app.use(reports.middleware);
  app.use(router.routes());
  app.use(unknownPath(router));
  return app;
}

type Optional = 'metrics' | 'renderAnswer' | 'renderOffer';
type ApiParts = Required<Omit<AppParts, 'pages' | Optional>> & Pick<AppParts, Optional>;

/** Every call of the API. */
function apiRouter(
  { db, notifier, settings, push, log, stopping, metrics, renderAnswer, renderOffer }: ApiParts,
  { devices, reports, actors }: { devices: KnownDevices; reports: DeviceReports; actors: Actors },
): Router<State> {
  const { siteUrl, sessionKeys } = settings;
  const router = new Router<State>({ sensitive: true });
  const registry = new EndpointRegistry(router, { db, rules: settings });
  const storage = new StorageWatch();
  metrics?.watchStorage(storage);
  const api = new Api(registry, { db, actors, notifier, metrics, storage });
  const limits = settings.rateLimits === 'on' ? rateLimits(db, sessionKeys[0]) : NO_LIMITS;
  healthRoutes(api, { ...settings, stopping, storage });
  const failures = new GatheredAudit(db, (error) =>
    log.error({ error: describeError(error) }, 'audit'),
  );
  stopping.addEventListener('abort', () => void failures.flush(), { once: true });
  backupRoutes(api, settings);
  operationRoutes(api, settings);
  authRoutes(api, limits, { devices, reports, actors, failures }, settings);
  passkeyRoutes(api, limits, { devices, actors, failures }, settings);
  navigationRoutes(router, siteUrl);
  applicationRoutes(api, limits);
  contactRoutes(api, limits, db, settings);
  inquiryFormRoutes(router, { db, registry, render: renderAnswer, limits, log, settings });
  offerPageRoutes(router, { db, registry, render: renderOffer, limits, siteUrl });
  campaignRoutes(api, limits);
  syncRoutes(api, registry, log);
  reminderRoutes(api, limits, push, settings);
  mailReminderRoutes(api, limits, settings);
  calendarRoutes(api, settings);
  calendarFileRoute(router, { db, limits, siteUrl, rules: settings });
  liveRoutes(router, { db, notifier, rules: settings });
  viewRoutes(api);
  siteRoutes(api);
  userRoutes(api, reports, settings);
  return router;
}

/** Keeps browsers and proxies from caching answers of the API. */
const keepNothing: Middleware = (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  return next();
};

/** Answers requests without a route: 405 with Allow if only the method is wrong, else 404. */
function unknownPath(router: ApiRouter): Middleware {
  return (ctx) => {
    const methods = router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods);
    if (methods.length === 0) throw new Problem('not-found', 'There is no such call.');
    ctx.set('Allow', [...new Set(methods)].join(', '));
    throw new Problem('method-not-allowed', `${ctx.method} is not possible here.`);
  };
}
