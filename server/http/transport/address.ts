import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import type { Middleware } from './context.ts';
import type { Log } from './log.ts';

/**
 * The caller's address. Behind proxies it is what the outermost of them has reported in X-Forwarded-For:
 * callers can put other addresses before that one.
 *
 * @param trustProxy the number of proxies; with 0 the header is not read
 */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const connected = socket.remoteAddress ?? '';
  if (trustProxy === 0) return connected;
  const reported = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',');
  const [address = ''] = reported.slice(-trustProxy);
  return withoutPort(address.trim()) ?? connected;
}

/** Some proxies write `203.0.113.7:1234` or `[2001:db8::1]:1234`. Null for anything but an address. */
function withoutPort(text: string): string | null {
  const [, inBrackets] = /^"?\[([^\]]*)\](?::\d+)?"?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) ? address : null;
}

/** The network of an IPv6 address: one household has 2^64 addresses, which count as one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isMapped = /^(0,){5}65535,/.test(`${groups.slice(0, 6)},`);
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes every address in its short form, without dots.
  const short = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [before = [], after = []] = short
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** Sets `ctx.ip`. Warns once of a proxy that TRUST_PROXY does not count: all its callers share one limit. */
export function callerAddress({ trustProxy, log }: { trustProxy: number; log: Log }): Middleware {
  let isWarned = false;
  return (ctx, next) => {
    ctx.request.ip = addressOf(ctx.req, trustProxy);
    if (trustProxy === 0 && !isWarned && ctx.get('X-Forwarded-For') !== '') {
      isWarned = true;
      log.warn('X-Forwarded-For is ignored: set TRUST_PROXY to the number of proxies.');
    }
    return next();
  };
}
