import * as calls from '#contract/applications.ts';
import * as applications from '#server/domain/applications.ts';
import { changeStatus } from '#server/domain/change-status.ts';
import { changeStatuses } from '#server/domain/change-statuses.ts';
import { getHistory } from '#server/domain/history.ts';
import type { Serve } from './serve.ts';

export function applicationRoutes(serve: Serve): void {
  serve(calls.pullApplications, ({ db, query }) => applications.pullApplications(db, query), {
    byRevision: true,
  });

  serve(calls.listApplications, ({ db }) => applications.listApplications(db), {
    byRevision: true,
  });

  serve(calls.getApplication, ({ db, params }) => applications.getApplication(db, params.id));

  serve(calls.getHistory, ({ db, params }) => getHistory(db, params.id));

  serve(calls.createApplication, ({ db, change, body }) =>
    applications.createApplication(db, change, body),
  );

  serve(calls.editApplication, ({ db, change, params, body }) =>
    applications.editApplication(db, change, { ...body, ...params }),
  );

  serve(
    calls.changeStatus,
    ({ db, change, params, body }) => changeStatus(db, change, { ...body, ...params }),
    { together: changeStatuses },
  );

  serve(calls.setFollowUp, ({ db, params, body }) =>
    applications.setFollowUp(db, { ...body, ...params }),
  );
}
