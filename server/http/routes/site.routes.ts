import * as calls from '#contract/site.ts';
import { storeMark, storePortrait } from '#server/domain/site/portraits.ts';
import * as site from '#server/domain/site/site.ts';
import type { Api } from '#server/http/api/serve.ts';

export function siteRoutes(api: Api): void {
  api.serve(calls.readSite, async ({ db }) => ({ current: await site.currentVersion(db) }));

  api.serve(calls.listSiteVersions, async ({ db }) => ({ versions: await site.listVersions(db) }));

  api.serve(calls.readSiteVersion, ({ db, params }) => site.readVersion(db, params.id));

  api.serve(calls.storePortrait, ({ db, change, body }) =>
    storePortrait(db, body, change.arrivedAt),
  );

  api.serve(calls.storeMark, ({ db, change, body }) => storeMark(db, body, change.arrivedAt));

  api.serve(
    calls.publishSite,
    ({ db, change, actor, user, body }) =>
      site.publish(db, body, { ...actor, userId: user.id }, change.arrivedAt),
    { repeat: ({ db }, { id }) => site.getVersion(db, Number(id)) },
  );
}
