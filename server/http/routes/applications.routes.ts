import * as calls from '#contract/applications.ts';
import { answerOffer, countOpening, setOffer } from '#contract/offers/offer.ts';
import { removeApplication } from '#contract/removal.ts';
import type { Tx } from '#prisma/client.ts';
import * as applications from '#server/domain/pipeline/applications.ts';
import { openStatusChanges } from '#server/domain/pipeline/change-status.ts';
import { getHistory } from '#server/domain/pipeline/history.ts';
import * as offers from '#server/domain/pipeline/offers.ts';
import { openRemovals } from '#server/domain/pipeline/remove-application.ts';
import type { Api } from '#server/http/api/serve.ts';
import type { RateLimits } from '#server/http/session/rate-limit.ts';
import type { Context } from '#server/http/transport/context.ts';

export function applicationRoutes(api: Api, limits: RateLimits): void {
  api.serveCached(calls.pullApplications, ({ db, query }) =>
    applications.pullApplications(db, query),
  );

  api.serveList(calls.listApplications, {
    table: 'Application',
    whole: applications.listApplications,
    parts: applications.readApplications,
  });

  const getOne = ({ db, params }: { db: Tx; params: { id: string } }) =>
    applications.getApplication(db, params.id);
  api.serve(calls.getApplication, getOne);

  api.serve(calls.getHistory, ({ db, params }) => getHistory(db, params.id));

  api.serveShared(calls.createApplication, applications.openNewApplications);

  api.serve(
    calls.editApplication,
    ({ db, change, params, body }) =>
      applications.editApplication(db, change, { ...body, ...params }),
    { repeat: ({ db, change, params }) => applications.getEdited(db, change.id, params.id) },
  );

  api.serveShared(calls.changeStatus, openStatusChanges);

  api.serveShared(removeApplication, openRemovals);

  api.serve(
    calls.setFollowUp,
    ({ db, change, params, body }) => applications.setFollowUp(db, change, { ...body, ...params }),
    { repeat: getOne },
  );

  api.serve(
    setOffer,
    ({ db, change, params: { id, offerId }, body }) =>
      offers.setOffer(db, change, { ...body, id, offerId }),
    { repeat: getOne },
  );

  const limit = (ctx: Context) => limits.openingInquiry(ctx.ip);
  api.serve(countOpening, ({ db, change, body }) => offers.countOpening(db, change, body), {
    limit,
  });
  api.serve(answerOffer, ({ db, change, body }) => offers.answerOffer(db, change, body), { limit });
}
