// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { show } from '#pwa/test/show.tsx';
import { DeviceList } from './device-list.tsx';

test('a device has the picture of its kind: a telephone, or a computer', async () => {
  const kept = { createdAt: '2026-11-29T10:00:00Z', lastSeenAt: '2026-11-29T10:00:00Z' };
  const names = [
    'Safari · iPhone',
    'Chrome · Android',
    'Chrome · Linux',
    'Firefox · Windows',
    null,
  ];
  const devices = names.map((device, at) => ({
    id: `${at}`,
    device,
    current: true,
    syncedAt: null,
    unsent: null,
    ...kept,
  }));
  await show(<DeviceList devices={devices} onEnded={() => undefined} />);
  const drawn = [...document.querySelectorAll('li > svg path')].map((path) =>
    path.getAttribute('d'),
  );
  const [phone, , computer] = drawn;
  expect(phone).not.toBe(computer);
  expect(drawn).toEqual([phone, phone, computer, computer, computer]);
});
