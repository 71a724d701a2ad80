import { ready } from '#contract/backups/ready.ts';
import { health } from '#contract/health.ts';
import { Problem } from '#contract/problems.ts';
import type { Context, Middleware } from './context.ts';

/** Probes call these by the address of the machine. */
const FOR_PROBES: ReadonlySet<string> = new Set([health.path, ready.path]);

/**
 * Refuses calls that name another host than the site's or the loopback. A page of another site whose name
 * leads to this server (DNS rebinding) would otherwise count as ours. Ports do not matter.
 */
export function refuseForeignHosts(siteUrl: string): Middleware {
  const { hostname } = new URL(siteUrl);
  return (ctx, next) => {
    const names = hostsOf(ctx);
    const isOurs = names.every((name) => name === hostname || isLoopback(name));
    if (isOurs || FOR_PROBES.has(ctx.path)) return next();
    throw new Problem('wrong-host', `This site is at ${siteUrl}.`);
  };
}

/** The hosts that a request names, without ports: none in HTTP/1.0, two if its address is complete. */
function hostsOf({ req: { headers, url = '' } }: Context): string[] {
  const fromAddress = /^https?:/i.test(url) && URL.canParse(url) ? [new URL(url).host] : [];
  return [...fromAddress, headers.host ?? ''].filter(Boolean).map(nameOf);
}

/** In lower case, without the port and the dot of a complete name; '' if it is no host. */
function nameOf(host: string): string {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+?)\.?(?::\d*)?$/i.exec(host) ?? [];
  return name.toLowerCase();
}

/** Whether a host name or address (an IPv6 one with or without brackets) is of this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){3})$/.test(host);
}
