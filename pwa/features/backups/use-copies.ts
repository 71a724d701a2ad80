import { useCallback } from 'react';
import { create } from 'zustand';
import { type CopyReport, readCopies } from '#contract/backups/copies.ts';
import { call } from '#pwa/api/call.ts';
import { type ServerState, useServerState } from '#pwa/api/use-server-state.ts';
import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

const KEY = 'copies-waiting';

interface Known {
  userId: number;
  count: number;
}

const useKnown = create<{ known: Known | null }>(() => ({
  known: readValue<Known>('device', KEY),
}));

/** The report of copies; `waiting` is how many waited when this device last read it, for an admin without a signal. */
export function useCopies(): ServerState<CopyReport> & { waiting: number } {
  const { userId } = useMirror();
  const known = useKnown((state) => state.known);
  const read = useCallback(
    async (signal: AbortSignal) => {
      const report = await call(readCopies, { sentFor: userId, signal });
      const next = { userId, count: report.waiting.length };
      useKnown.setState({ known: next });
      writeValue('device', KEY, next.count > 0 ? next : null);
      return report;
    },
    [userId],
  );
  return { ...useServerState(read), waiting: known?.userId === userId ? known.count : 0 };
}
