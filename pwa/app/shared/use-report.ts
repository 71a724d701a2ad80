import { useCallback } from 'react';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { type CallOptions, call } from '#pwa/api/call.ts';
import { type ServerState, useServerState } from '#pwa/api/use-server-state.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** What the server reports of itself to the signed-in user. */
export function useReport<E extends Endpoint>(endpoint: E): ServerState<ReplyOf<E>> {
  const { userId } = useMirror();
  const read = useCallback(
    (signal: AbortSignal) => call(endpoint, { sentFor: userId, signal } as CallOptions<E>),
    [endpoint, userId],
  );
  return useServerState(read);
}
