import * as calls from '#contract/applications.ts';
import { removeApplication } from '#contract/removal.ts';
import type { Tx } from '#prisma/client.ts';
import * as applications from '#server/domain/pipeline/applications.ts';
import { openStatusChanges } from '#server/domain/pipeline/change-status.ts';
import { getHistory } from '#server/domain/pipeline/history.ts';
import { openRemovals } from '#server/domain/pipeline/remove-application.ts';
import type { Api } from '#server/http/api/serve.ts';

export function applicationRoutes(api: Api): void {
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
}
