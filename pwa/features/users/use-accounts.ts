import { useLiveQuery } from 'dexie-react-hooks';
import type { AccountsState } from '#pwa/local/database/meta-state.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

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
