import { dropPageCache } from '#contract/page-cache.ts';
import type { Api } from '#server/http/api/serve.ts';

export function pageCacheRoutes(api: Api): void {
  api.serve(dropPageCache, async ({ ctx }) => {
    ctx.set('Clear-Site-Data', '"cache"');
  });
}
