// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import english from '#pwa/i18n/locales/en/office.json' with { type: 'json' };
import { TextProvider } from '#pwa/i18n/text-context.tsx';
import type { TextKey, TextValues } from '#pwa/i18n/text-key.ts';
import { translate } from '#pwa/i18n/translate.ts';
import { connection } from '#pwa/lib/connection.ts';
import { resetStatus, syncStatus } from '#pwa/sync/status-store.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { SyncBadge } from './sync-badge.tsx';

const access = {
  t: (key: TextKey, values?: TextValues) => translate(english, undefined, 'en', key, values),
  language: 'en' as const,
  chooseLanguage: () => {},
};

function showBadge(): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ component: SyncBadge }),
    history: createMemoryHistory(),
  });
  return show(
    <TextProvider value={access}>
      <RouterProvider router={router} />
    </TextProvider>,
  );
}

const status = (now: Partial<ReturnType<typeof syncStatus.getState>>) =>
  doing(() => syncStatus.setState(now));
const words = () => the('[role="status"]').textContent;

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  resetStatus();
  connection.setState({ isOffline: false });
});

test('W-20 a queue that has emptied is told with how many changes the server has accepted', async () => {
  await showBadge();
  await status({ waiting: 3 });
  await status({ sending: { at: 3, of: 3 } });
  await status({ sending: null, sent: 2 });
  await status({ waiting: 0 });
  expect(words()).toBe('2 changes sent');
  await status({ waiting: 1 });
  await status({ waiting: 0, sent: 3 });
  expect(words()).toBe('1 change sent');
});

test('W-20 online, a change has its toast alone, until it waits for long', async () => {
  vi.useFakeTimers();
  await showBadge();
  await doing(() => vi.advanceTimersByTime(10_000));
  await status({ waiting: 1 });
  await status({ sending: { at: 1, of: 1 } });
  expect(words()).toBe('');
  await status({ sending: null, sent: 1, waiting: 0 });
  expect(words()).toBe('');

  await status({ waiting: 1 });
  await doing(() => vi.advanceTimersByTime(4_000));
  expect(words()).toBe('1 change waiting');
  await status({ waiting: 0, sent: 2 });
  expect(words()).toBe('1 change sent');
});

test('W-20 a change that is made right after the start has its toast alone, too', async () => {
  await showBadge();
  await doing(() => dispatchEvent(new Event('pointerdown')));
  await status({ waiting: 1 });
  await status({ sending: { at: 1, of: 1 } });
  expect(words()).toBe('');
  await status({ sending: null, sent: 1, waiting: 0 });
  expect(words()).toBe('');
});

test('W-20 a change that is discarded after a failed try is not told as sent', async () => {
  await showBadge();
  await status({ waiting: 1 });
  await status({ sending: { at: 1, of: 1 } });
  await status({ sending: null });
  await status({ waiting: 0 });
  expect(words()).toBe('');
});
