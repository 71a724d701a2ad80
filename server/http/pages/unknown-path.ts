import { Problem } from '#contract/problems.ts';
import type { ApiRouter, Middleware } from '#server/http/transport/context.ts';

/** Answers requests without a route: 405 with Allow if only the method is wrong, else 404. */
export function unknownPath(router: ApiRouter): Middleware {
  return (ctx) => {
    const methods = router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods);
    if (methods.length === 0) throw new Problem('not-found', 'There is no such call.');
    ctx.set('Allow', [...new Set(methods)].join(', '));
    throw new Problem('method-not-allowed', `${ctx.method} is not possible here.`);
  };
}
