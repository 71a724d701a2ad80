import type { Context } from './context.ts';
import { isLoopback } from './hosts.ts';

/** Set by proxies. Behind one on this machine, strangers come from the loopback address, too. */
const SET_BY_PROXIES = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via'];

/** Whether the caller is a program on this machine, not one behind a proxy. */
export function isLocalCaller(ctx: Context): boolean {
  const { remoteAddress = '' } = ctx.req.socket;
  const address = remoteAddress.replace(/^::ffff:(?=127\.)/, '');
  return isLoopback(address) && SET_BY_PROXIES.every((name) => ctx.get(name) === '');
}
