import { createHash } from 'node:crypto';
import { CALENDAR_PATH } from '#contract/paths/calendar-path.ts';
import { Problem } from '#contract/problems.ts';
import * as calls from '#contract/reminders/calendar.ts';
import { calendarFile } from '#contract/reminders/calendar-file.ts';
import type { Db } from '#prisma/client.ts';
import * as calendar from '#server/domain/reminders/calendar.ts';
import { type AccessRules, mayEnter } from '#server/http/api/access.ts';
import type { Api } from '#server/http/api/serve.ts';
import type { RateLimits } from '#server/http/session/rate-limit.ts';
import type { ApiRouter } from '#server/http/transport/context.ts';

export function calendarRoutes(api: Api, { siteUrl }: { siteUrl: string }): void {
  api.serve(calls.readCalendar, ({ db, user }) => calendar.calendarState(db, user.id));

  api.serve(calls.makeCalendar, async ({ db, user, actor, body }) => {
    const token = await calendar.makeCalendar(db, actor, user.id, body);
    return { url: `${siteUrl}${CALENDAR_PATH.replace(':token', token)}` };
  });

  api.serve(calls.stopCalendar, ({ db, user, actor }) => calendar.stopCalendar(db, actor, user.id));
}

/** What calendar programs read: they have the address and no session. */
export function calendarFileRoute(
  router: ApiRouter,
  {
    db,
    limits,
    siteUrl,
    rules,
  }: {
    db: Db;
    limits: RateLimits;
    siteUrl: string;
    rules: AccessRules;
  },
): void {
  router.register(CALENDAR_PATH, ['GET'], async (ctx) => {
    await limits.readingCalendar(ctx.ip);
    const found = await calendar.calendarOf(db, ctx.params.token ?? '');
    if (!found || !mayEnter(found.user, 'dashboard', rules.agentAccess)) {
      throw new Problem('not-found', 'There is no such calendar.');
    }
    const events = await calendar.calendarEvents(db);
    const file = calendarFile(siteUrl, found.calendar, events);
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.type = 'text/calendar; charset=utf-8';
    ctx.status = 200;
    const tag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`;
    ctx.set('ETag', tag);
    // Not `ctx.fresh`: some programs add `Cache-Control: no-cache`. A proxy that compresses makes the tag weak.
    const known = ctx.get('If-None-Match').split(',');
    if (known.some((each) => each.trim().replace(/^W\//, '') === tag)) ctx.status = 304;
    else ctx.body = file;
  });
}
