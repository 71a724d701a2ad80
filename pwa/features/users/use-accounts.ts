import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Unreachable } from '#pwa/api/api-error.ts';
import { unlistedChanges } from '#pwa/lib/storage/unlisted-changes.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import type { AccountsState } from '#pwa/local/database/meta-state.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { refreshAccounts } from './refresh-accounts.ts';

/** The accounts as last read; null if they never were; undefined while loading. */
export function useAccounts(): AccountsState | null | undefined {
  const mirror = useMirror();
  return useLiveQuery(async () => {
    const state = await mirror.meta.get('accounts');
    return state && 'accounts' in state ? state : null;
  }, [mirror]);
}

/** The number of accounts without an approval, from the mirror. */
export function useWaitingAccounts(): number {
  const accounts = useAccounts()?.accounts ?? [];
  return accounts.filter(({ state }) => state === 'pending').length;
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
