import { campaignLink, pageOfShortLink, readShortLink } from '#contract/paths/campaign-link.ts';
import type { Db } from '#prisma/client.ts';
import { toCampaign } from '#server/domain/campaigns/campaign-row.ts';
import type { Middleware } from '#server/http/transport/context.ts';

/** Redirects the short address of a campaign to its link. It counts nothing: the page counts the visit. */
export function followShortLinks(db: Db, siteUrl: string): Middleware {
  return async (ctx, next) => {
    const short = readShortLink(ctx.path);
    if (!short || !['GET', 'HEAD'].includes(ctx.method)) return next();
    // Also while the database is away: the page opens, and its visit waits.
    const row = await db.campaign.findUnique({ where: { id: short.id } }).catch(() => null);
    const own = short.language && { defaultLanguage: short.language };
    ctx.redirect(
      row ? campaignLink(siteUrl, { ...toCampaign(row), ...own }) : pageOfShortLink(short),
    );
    ctx.status = 303;
    ctx.set('Cache-Control', 'no-store');
  };
}
