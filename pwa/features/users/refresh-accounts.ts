import { useCallback } from 'react';
import { useStore } from 'zustand';
import { listUsers } from '#contract/accounts/users.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { type ServerState, useServerState } from '#pwa/api/use-server-state.ts';
import { unlistedChanges } from '#pwa/lib/storage/unlisted-changes.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

const inFlight = new WeakMap<Mirror, Promise<void>>();

/**
 * Reads all accounts into the mirror; concurrent callers share one call. After a 403 it removes them
 * from the mirror. Throws like `call`.
 */
function refreshAccounts(mirror: Mirror): Promise<void> {
  const reading =
    inFlight.get(mirror) ?? readAccounts(mirror).finally(() => inFlight.delete(mirror));
  inFlight.set(mirror, reading);
  return reading;
}

/** Like refreshAccounts, but never shares a call that started earlier. */
export async function rereadAccounts(mirror: Mirror): Promise<void> {
  await inFlight.get(mirror)?.catch(() => undefined);
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

/** Refreshes the accounts, also when a live event tells of a change outside the lists. */
export function useRefreshAccounts(): AccountsRefresh {
  const mirror = useMirror();
  const unlisted = useStore(unlistedChanges, ({ count }) => count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an unlisted change may be a new account
  const read = useCallback(() => refreshAccounts(mirror), [mirror, unlisted]);
  return useServerState(read);
}

export type AccountsRefresh = Pick<ServerState<void>, 'failure' | 'load'>;
