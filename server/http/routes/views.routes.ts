import * as calls from '#contract/views.ts';
import * as views from '#server/domain/pipeline/views.ts';
import type { Api } from '#server/http/api/serve.ts';

export function viewRoutes(api: Api): void {
  api.serve(calls.listViews, async ({ db, user }) => ({ views: await views.viewsOf(db, user.id) }));

  api.serve(calls.keepView, ({ db, user, body }) => views.keepView(db, user.id, body));

  api.serve(calls.removeView, ({ db, user, params }) => views.removeView(db, user.id, params.id));
}
