import type { VisitKind } from '#contract/campaigns.ts';
import { DEVICE_ZONE } from '#contract/endpoint.ts';
import type { VisitOrigin } from '#server/domain/campaigns/visits.ts';
import type { Change } from '#server/domain/replication/change.ts';
import type { Context } from '#server/http/transport/context.ts';

/**
 * Programs that run a page before or without a person: previews of messengers, search engines, measurements. They say
 * so in their `User-Agent`. The phones called Cubot are none.
 */
const MACHINES =
  /(?<!cu)bots?\b|crawl|spider|externalhit|preview|whatsapp\/|lighthouse|inspection/i;

interface VisitRequest {
  ctx: Context;
  change: Change;
}

/** Whose page load a visit is, and what the clock shows there, as far as its request tells. */
export function originOfVisit(request: VisitRequest): VisitOrigin {
  return { kind: kindOf(request), zone: zoneOf(request) };
}

function kindOf({ ctx, change }: VisitRequest): VisitKind {
  if (change.userId !== null) return 'staff';
  if (isMachine(ctx)) return 'machine';
  return ctx.query.again === undefined ? 'person' : 'repeat';
}

/** Whether a program has asked, or a browser that prepares a page. */
export function isMachine(ctx: Context): boolean {
  return MACHINES.test(ctx.get('User-Agent')) || isAhead(ctx);
}

/** No place is further from UTC than 14 hours. */
const FURTHEST = 14 * 60;

function zoneOf({ ctx }: VisitRequest): number {
  const minutes = Number(ctx.get(DEVICE_ZONE));
  return Number.isInteger(minutes) && Math.abs(minutes) <= FURTHEST ? minutes : 0;
}

/** True for a browser that prerenders a page that may never be shown. https://wicg.github.io/nav-speculation/ */
function isAhead(ctx: Context): boolean {
  return /prefetch|prerender|preview/.test(ctx.get('Sec-Purpose') || ctx.get('Purpose'));
}
