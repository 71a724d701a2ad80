import { listUsers } from '#contract/users.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { expiry } from '#pwa/lib/expiry.ts';
import type { Mirror } from '#pwa/local/mirror.ts';

const underWay = new WeakMap<Mirror, Promise<void>>();

/**
 * Reads all accounts and keeps them on this phone, once at a time, whoever asks. Throws as `call`.
 * What somebody may see no more leaves the phone.
 */
export function refreshAccounts(mirror: Mirror): Promise<void> {
  const reading =
    underWay.get(mirror) ?? readAccounts(mirror).finally(() => underWay.delete(mirror));
  underWay.set(mirror, reading);
  return reading;
}

/** As refreshAccounts, but what is read is not older than this call. */
export async function rereadAccounts(mirror: Mirror): Promise<void> {
  await underWay.get(mirror)?.catch(() => undefined);
  await refreshAccounts(mirror);
}

async function readAccounts(mirror: Mirror): Promise<void> {
  try {
    const read = await call(listUsers, { sentFor: mirror.userId });
    await mirror.meta.put({ ...read, key: 'accounts', syncedAt: Date.now() });
  } catch (error) {
    if (error instanceof ApiError && error.problem?.code === 'forbidden') {
      await mirror.meta.delete('accounts');
    }
    if (error instanceof ApiError && error.problem?.code === 'signed-out') {
      expiry.setState({ expired: true });
    }
    throw error;
  }
}
