import { Problem } from '#contract/problems.ts';
import type { Middleware } from './context.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site makes a browser send. A browser names the origin in Sec-Fetch-Site,
 * an older one in Origin. Other clients send neither, and send no cookie by themselves. Besides, bodies
 * must be JSON (body.ts), which a form of another site cannot send.
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
