import { Problem } from '#contract/problems.ts';
import type { Middleware } from './context.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site makes a browser send. Sec-Fetch-Site says if the sender is the same site;
 * an older browser sends Origin. Other clients send neither, and no cookie on their own. Also, bodies
 * must be JSON (body.ts), which a form cannot send. Only the inquiry form is exempt.
 */
export function refuseCrossSite(siteUrl: string): Middleware {
  const { origin } = new URL(siteUrl);
  return (ctx, next) => {
    const site = ctx.get('Sec-Fetch-Site');
    const from = ctx.get('Origin');
    const ours = site ? site === 'same-origin' : from === '' || from === origin;
    if (!READS.has(ctx.method) && !ours) {
      throw new Problem('cross-site', 'This call was made by another site.');
    }
    return next();
  };
}
