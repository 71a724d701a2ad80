import { useCallback } from 'react';
import { listUserSessions } from '#contract/users.ts';
import { call } from '#pwa/api/call.ts';
import { accountCall } from './account-call.ts';
import { DeviceList } from './device-list.tsx';
import { NotRead } from './not-read.tsx';
import { useOnlineRead } from './use-online-read.ts';

/** The devices of another user, for an admin. */
export function UserDevices({ userId }: { userId: number }) {
  const read = useCallback(
    () => accountCall(call(listUserSessions, { params: { id: userId } })),
    [userId],
  );
  const { value: devices, failed, load } = useOnlineRead(read);
  return devices ? (
    <DeviceList devices={devices} onEnded={load} />
  ) : (
    <NotRead subject="sessions" failed={failed} onRetry={load} />
  );
}
