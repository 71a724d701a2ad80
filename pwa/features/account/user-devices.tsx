import { useCallback } from 'react';
import { listUserSessions } from '#contract/accounts/users.ts';
import { call } from '#pwa/api/call.ts';
import { useServerState } from '#pwa/api/use-server-state.ts';
import { accountCall } from './account-call.ts';
import { DeviceList } from './device-list.tsx';
import { NotRead } from './not-read.tsx';

/** The devices of another user, for an admin. */
export function UserDevices({ userId }: { userId: number }) {
  const read = useCallback(
    (signal: AbortSignal) =>
      accountCall(call(listUserSessions, { params: { id: userId }, signal })),
    [userId],
  );
  const { value: devices, failure, load } = useServerState(read);
  return devices ? (
    <DeviceList devices={devices} onEnded={load} />
  ) : (
    <NotRead subject="sessions" failed={failure !== null} onRetry={load} />
  );
}
