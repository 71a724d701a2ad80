import * as calls from '#contract/docs.ts';
import type { Serve } from './serve.ts';

/** `npm run generate` makes the document from the contract (server/openapi). */
export function docsRoutes(serve: Serve): void {
  serve(calls.apiReference, async () => {
    const { default: reference } = await import('./openapi.gen.json');
    // JSON gives `openapi` the type string.
    return reference as typeof reference & { openapi: '3.1.0' };
  });
}
