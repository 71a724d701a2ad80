import * as calls from '#contract/views.ts';
import * as views from '#server/domain/pipeline/views.ts';
import type { Api } from '#server/http/api/serve.ts';

export function viewRoutes(api: Api): void {
  api.serve(calls.listViews, async ({ db, user }) => ({ views: await views.viewsOf(db, user.id) }));

  api.serve(calls.keepView, ({ db, user, change, body }) =>
    views.keepView(db, user.id, change, body),
  );

  api.serve(calls.removeView, ({ db, user, change, params }) =>
    views.removeView(db, user.id, change, params.id),
  );
}
