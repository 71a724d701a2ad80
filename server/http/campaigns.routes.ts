import * as calls from '#contract/campaigns.ts';
import { leaseCampaignIds } from '#server/domain/campaign-leases.ts';
import * as campaigns from '#server/domain/campaigns.ts';
import { visitHours } from '#server/domain/visit-hours.ts';
import { openVisits } from '#server/domain/visits.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Api } from './serve.ts';
import { originOfVisit } from './visit-origin.ts';

export function campaignRoutes(api: Api, limits: RateLimits): void {
  api.serveCached(calls.pullCampaigns, ({ db, query }) => campaigns.pullCampaigns(db, query));

  api.serveCached(calls.listCampaigns, ({ db }) => campaigns.listCampaigns(db));

  api.serve(calls.leaseCampaignIds, ({ db, change, body }) =>
    leaseCampaignIds(db, change, body.count),
  );

  api.serve(calls.createCampaign, ({ db, change, body }) =>
    campaigns.createCampaign(db, change, body),
  );

  api.serve(calls.editCampaign, ({ db, params, body }) =>
    campaigns.editCampaign(db, { ...body, ...params }),
  );

  api.serve(calls.deleteCampaign, ({ db, change, doer, params }) =>
    campaigns.deleteCampaign(db, change, doer, params.id),
  );

  api.serve(calls.readVisitHours, async ({ db, params }) => ({
    hours: await visitHours(db, params.id),
  }));

  api.serveShared(calls.trackVisit, (tx, visits) => openVisits(tx, visits, originOfVisit), {
    limit: (ctx) => limits.visiting(ctx.ip),
  });
}
