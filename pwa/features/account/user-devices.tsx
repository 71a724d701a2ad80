import { useCallback } from 'react';
import { listUserSessions } from '#contract/users.ts';
import { call } from '#pwa/api/call.ts';
import { accountCall } from './account-call.ts';
import { DeviceList, NoDevices } from './device-list.tsx';
import { useDevices } from './use-devices.ts';

/** The devices of another user, for an admin. */
export function UserDevices({ userId }: { userId: number }) {
  const read = useCallback(
    () => accountCall(call(listUserSessions, { params: { id: userId } })),
    [userId],
  );
  const { devices, failed, load } = useDevices(read);
  return devices ? (
    <DeviceList devices={devices} onEnded={load} />
  ) : (
    <NoDevices failed={failed} onRetry={load} />
  );
}
