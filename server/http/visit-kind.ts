import type { VisitKind } from '#contract/campaigns.ts';
import type { Change } from '#server/domain/change.ts';
import type { Context } from './context.ts';

/**
 * Programs that run a page before or without a person: previews of messengers, search engines, measurements. They say
 * so in their `User-Agent`. The phones called Cubot are none.
 */
const MACHINES =
  /(?<!cu)bots?\b|crawl|spider|externalhit|preview|whatsapp\/|lighthouse|inspection/i;

/** Whose page load a visit is, as far as its request tells. */
export function kindOfVisit({ ctx, change }: { ctx: Context; change: Change }): VisitKind {
  if (change.userId !== null) return 'staff';
  if (MACHINES.test(ctx.get('User-Agent')) || isAhead(ctx)) return 'machine';
  return ctx.query.again === undefined ? 'person' : 'repeat';
}

/** A browser that draws a page ahead, which nobody may ever look at. https://wicg.github.io/nav-speculation/ */
function isAhead(ctx: Context): boolean {
  return /prefetch|prerender|preview/.test(ctx.get('Sec-Purpose') || ctx.get('Purpose'));
}
