import * as calls from '#contract/campaigns.ts';
import { leaseCampaignIds } from '#server/domain/campaign-leases.ts';
import * as campaigns from '#server/domain/campaigns.ts';
import { trackVisit, trackVisits } from '#server/domain/visits.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Serve } from './serve.ts';

export function campaignRoutes(serve: Serve, limits: RateLimits): void {
  serve(calls.pullCampaigns, ({ db, query }) => campaigns.pullCampaigns(db, query), {
    byRevision: true,
  });

  serve(calls.listCampaigns, ({ db }) => campaigns.listCampaigns(db), { byRevision: true });

  serve(calls.leaseCampaignIds, ({ db, change, body }) => leaseCampaignIds(db, change, body.count));

  serve(calls.createCampaign, ({ db, change, body }) => campaigns.createCampaign(db, change, body));

  serve(calls.editCampaign, ({ db, params, body }) =>
    campaigns.editCampaign(db, { ...body, ...params }),
  );

  serve(calls.deleteCampaign, ({ db, change, params }) =>
    campaigns.deleteCampaign(db, change, params.id),
  );

  serve(calls.trackVisit, ({ db, change, params }) => trackVisit(db, change, params.id), {
    remembersKey: true,
    limit: (ctx) => limits.visiting(ctx.ip),
    gathered: trackVisits,
  });
}
