import { Problem } from '#contract/problems.ts';
import type { Middleware } from './context.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site had a browser make. A browser says where a request comes from by
 * Sec-Fetch-Site, an older one by Origin; what is no browser says neither, and brings no cookie that
 * it was not given. Bodies must be JSON (body.ts), which no form of another site can send.
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
