import * as calls from '#contract/campaigns.ts';
import { leaseCampaignIds } from '#server/domain/campaigns/campaign-leases.ts';
import * as campaigns from '#server/domain/campaigns/campaigns.ts';
import { visitHours } from '#server/domain/campaigns/visit-hours.ts';
import { openVisits } from '#server/domain/campaigns/visits.ts';
import type { Api } from '#server/http/api/serve.ts';
import { originOfVisit } from '#server/http/pages/visit-origin.ts';
import type { RateLimits } from '#server/http/session/rate-limit.ts';

export function campaignRoutes(api: Api, limits: RateLimits): void {
  api.serveCached(calls.pullCampaigns, ({ db, query }) => campaigns.pullCampaigns(db, query));

  api.serveCached(calls.listCampaigns, ({ db }) => campaigns.listCampaigns(db));

  api.serve(calls.leaseCampaignIds, ({ db, change, body }) =>
    leaseCampaignIds(db, change, body.count),
  );

  api.serve(
    calls.createCampaign,
    ({ db, change, body }) => campaigns.createCampaign(db, change, body),
    { repeat: ({ db }, { id }) => campaigns.getCampaign(db, Number(id)) },
  );

  api.serve(
    calls.editCampaign,
    ({ db, params, body }) => campaigns.editCampaign(db, { ...body, ...params }),
    { repeat: ({ db, params }) => campaigns.getCampaign(db, params.id) },
  );

  api.serve(calls.deleteCampaign, ({ db, change, actor, params }) =>
    campaigns.deleteCampaign(db, change, actor, params.id),
  );

  api.serve(calls.readVisitHours, async ({ db, params }) => ({
    hours: await visitHours(db, params.id),
  }));

  api.serveShared(calls.trackVisit, (tx, visits) => openVisits(tx, visits, originOfVisit), {
    limit: (ctx) => limits.visiting(ctx.ip),
  });
}
