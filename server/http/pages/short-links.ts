import { campaignLink, pageOfShortLink, readShortLink } from '#contract/paths/campaign-link.ts';
import type { Db } from '#prisma/client.ts';
import { toCampaign } from '#server/domain/campaigns/campaign-row.ts';
import type { Middleware } from '#server/http/transport/context.ts';

/** Leads the short address of a campaign to its link. The page counts the visit, so that nobody is counted twice. */
export function followShortLinks(db: Db, siteUrl: string): Middleware {
  return async (ctx, next) => {
    const short = readShortLink(ctx.path);
    if (!short || !['GET', 'HEAD'].includes(ctx.method)) return next();
    // Also while the database is away: the page opens, and its visit waits.
    const row = await db.campaign.findUnique({ where: { id: short.id } }).catch(() => null);
    const campaign = row && toCampaign(row);
    const defaultLanguage = short.language ?? campaign?.defaultLanguage;
    ctx.redirect(
      campaign && defaultLanguage
        ? campaignLink(siteUrl, { ...campaign, defaultLanguage })
        : pageOfShortLink(short),
    );
    ctx.status = 303;
    ctx.set('Cache-Control', 'no-store');
  };
}
