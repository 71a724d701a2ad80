import { useEffect, useState } from 'react';
import { type AuditEntry, type AuditKind, type AuditPage, readAudit } from '#contract/audit.ts';
import { call } from '#pwa/api/call.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';

/** The filter of the log; null shows everything. */
export interface AuditFilter {
  kind: AuditKind | null;
  userId: number | null;
  /** `YYYY-MM-DD` on this device. */
  day: string | null;
}

/** What the server has told for a filter. */
export interface AuditView {
  /** Newest first; null before the first answer. */
  entries: readonly AuditEntry[] | null;
  accounts: AuditPage['accounts'];
  /** Whether there are older ones. */
  more: boolean;
  isLoading: boolean;
  failure: unknown;
  loadMore: () => void;
  retry: () => void;
}

interface Loaded extends Pick<AuditView, 'entries' | 'accounts' | 'more' | 'failure'> {
  filter: AuditFilter;
  /** The page that is asked for begins behind this entry; undefined for the first. */
  before: number | undefined;
  isLoading: boolean;
}

/** Reads the log page by page, anew for another filter and when the connection returns. */
export function useAudit(filter: AuditFilter, sentFor: number): AuditView {
  const isOffline = useIsOffline();
  const [state, setState] = useState<Loaded>(() => startOf(filter, []));
  const [attempt, setAttempt] = useState(0);
  if (state.filter !== filter) setState(startOf(filter, state.accounts));
  const { before } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): another attempt asks again
  useEffect(() => {
    if (isOffline) return undefined;
    const stopping = new AbortController();
    setState((now) => ({ ...now, isLoading: true, failure: null }));
    call(readAudit, {
      body: { ...queryOf(filter), before },
      sentFor,
      signal: stopping.signal,
    }).then(
      (page) => setState((now) => (now.filter === filter ? joined(now, page, before) : now)),
      (failure: unknown) => {
        if (!stopping.signal.aborted) setState((now) => ({ ...now, isLoading: false, failure }));
      },
    );
    return () => stopping.abort();
  }, [filter, before, sentFor, isOffline, attempt]);

  const last = state.entries?.at(-1)?.id;
  return {
    ...state,
    loadMore: () => setState((now) => ({ ...now, before: last })),
    retry: () => setAttempt((count) => count + 1),
  };
}

/** The filter as the call takes it. */
export function queryOf({ kind, userId, day }: AuditFilter) {
  if (day === null) return { kind, userId };
  const from = new Date(`${day}T00:00`);
  const to = new Date(from);
  to.setDate(to.getDate() + 1);
  return { kind, userId, from: from.toISOString(), to: to.toISOString() };
}

function startOf(filter: AuditFilter, accounts: AuditPage['accounts']): Loaded {
  const nothing = { entries: null, more: false, before: undefined, failure: null };
  return { ...nothing, filter, accounts, isLoading: true };
}

function joined(now: Loaded, { entries, more, accounts }: AuditPage, before?: number): Loaded {
  const known = before === undefined ? [] : (now.entries ?? []).filter(({ id }) => id >= before);
  return { ...now, entries: [...known, ...entries], more, accounts, isLoading: false };
}
