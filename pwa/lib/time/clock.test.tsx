// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { doing, show } from '#pwa/test/show.tsx';
import { useNow, useToday, useZone } from './clock.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Madrid');
  vi.useFakeTimers({ now: new Date('2026-03-01T23:57:20+01:00') });
  return () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  };
});

function Clock() {
  const minutes = new Date(useNow()).toISOString().slice(11, 16);
  return <p>{[useToday(), minutes, useZone()].join(' ')}</p>;
}

const shown = () => document.body.textContent;

test('a screen that stays open learns each minute, and the new day at midnight', async () => {
  await show(<Clock />);
  expect(shown()).toBe('2026-03-01 22:57 Europe/Madrid');
  await doing(() => vi.advanceTimersByTime(40_000));
  expect(shown()).toBe('2026-03-01 22:58 Europe/Madrid');
  await doing(() => vi.advanceTimersByTime(2 * MINUTE - 1));
  expect(shown()).toBe('2026-03-01 22:59 Europe/Madrid');
  await doing(() => vi.advanceTimersByTime(1));
  expect(shown()).toBe('2026-03-02 23:00 Europe/Madrid');
});

test.each([
  ['a tab that is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['a window that is used again', () => window.dispatchEvent(new Event('focus'))],
  ['a page that the browser had put aside', () => window.dispatchEvent(new Event('pageshow'))],
])('%s knows what was missed in sleep, and the zone where it woke up', async (_what, wake) => {
  await show(<Clock />);
  vi.setSystemTime(new Date('2026-03-02T07:10:00+01:00'));
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  expect(shown()).toBe('2026-03-01 22:57 Europe/Madrid');
  await doing(wake);
  expect(shown()).toBe('2026-03-02 06:10 Pacific/Kiritimati');
});

test('a page without a screen that shows time has no timer', async () => {
  let hide = () => {};
  function Page() {
    const [isShown, setShown] = useState(true);
    hide = () => setShown(false);
    return isShown && <Clock />;
  }
  await show(<Page />);
  expect(vi.getTimerCount()).toBe(1);
  await doing(() => hide());
  expect(vi.getTimerCount()).toBe(0);
});

/** Screens that read the time when a person does something, and show it as it was then. */
const AT_A_PRESS = [
  'app/pages/booth-page.tsx',
  'app/today/today-page.tsx',
  'features/applications/follow-up/follow-up-form.tsx',
  'features/audit/audit-page.tsx',
  'features/auth/unlock-sheet.tsx',
  'features/changes/unsent-changes.tsx',
  'features/figures/use-figures.ts',
  'features/inquiry/use-receipts.ts',
  'landing/site-footer.tsx',
  'records/export-sheet.tsx',
];

test('no other screen reads the time by itself: it would stand still', () => {
  const root = join(import.meta.dirname, '../..');
  const reading = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => {
    const isScreen = file.endsWith('.tsx') || basename(file).startsWith('use-');
    if (!isScreen || /\.test\.|^(e2e|bench|simulation|test|build|pictures)\//.test(file))
      return false;
    return /Date\.now\(\)|new Date\(\)|serverNow\b/.test(readFileSync(join(root, file), 'utf8'));
  });
  expect(reading.sort()).toEqual(AT_A_PRESS);
});
