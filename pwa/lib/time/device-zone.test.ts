import { expect, onTestFinished, test, vi } from 'vitest';
import { deviceZone } from './device-zone.ts';

test.each([
  ['Europe/Madrid', 'Europe/Madrid'],
  ['UTC', 'UTC'],
  ['Etc/Unknown', null],
  ['', null],
  [undefined, null],
])('a browser that names its zone %j is in %j', (timeZone, zone) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...options,
    timeZone: timeZone as string,
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect(deviceZone()).toBe(zone);
});
