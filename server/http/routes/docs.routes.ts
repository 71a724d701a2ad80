import * as calls from '#contract/docs.ts';
import type { Api } from '#server/http/api/serve.ts';

/** `npm run generate` makes the document from the contract (server/openapi). */
export function docsRoutes(api: Api): void {
  api.serve(calls.apiReference, async () => {
    const { default: reference } = await import('./openapi.gen.json');
    // JSON gives `openapi` the type string.
    return reference as typeof reference & { openapi: '3.1.0' };
  });
}
