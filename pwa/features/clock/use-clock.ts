import { useCallback } from 'react';
import { type ClockReport, readClock } from '#contract/clock.ts';
import { call } from '#pwa/api/call.ts';
import { type ServerState, useServerState } from '#pwa/api/use-server-state.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** What the server thinks of its clock. */
export function useClock(): ServerState<ClockReport> {
  const { userId } = useMirror();
  const read = useCallback(
    (signal: AbortSignal) => call(readClock, { sentFor: userId, signal }),
    [userId],
  );
  return useServerState(read);
}
