import type { HoldingDevice } from './copies.ts';

/**
 * Devices in words, such as "marta · Chrome · Android, otto · Safari · iPhone". Beside the module of the calls, which the
 * first screen of the back office has.
 */
export function namesOfDevices(devices: readonly HoldingDevice[]): string {
  return devices
    .map(({ username, device }) => [username, device ?? []].flat().join(' · '))
    .join(', ');
}
