import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { listUsers } from '#contract/users.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { unlistedChanges } from '#pwa/lib/storage/unlisted-changes.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
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

export interface AccountsRefresh {
  /** Why the last refresh failed or was not tried; null while it is in flight and after a success. */
  failure: unknown;
  retry: () => void;
}

/**
 * Refreshes the accounts on mount, when the connection returns, when a live event tells of a change
 * outside the lists, and on `retry`.
 */
export function useRefreshAccounts(): AccountsRefresh {
  const mirror = useMirror();
  const isOffline = useIsOffline();
  const [failure, setFailure] = useState<unknown>(null);

  const retry = useCallback(() => {
    setFailure(null);
    refreshAccounts(mirror).catch(setFailure);
  }, [mirror]);

  const unlisted = useStore(unlistedChanges, ({ count }) => count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an unlisted change may be a new account
  useEffect(() => {
    if (isOffline) setFailure(new Unreachable('There is no signal.'));
    else retry();
  }, [isOffline, retry, unlisted]);
  return { failure, retry };
}
