// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { ClockReport } from '#contract/clock.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { ClockNotice } from './clock-notice.tsx';

const HELD: ClockReport = {
  held: true,
  now: '2027-12-31T10:00:00.000Z',
  ranAt: '2026-11-27T10:00:00.000Z',
};

async function shown(report: ClockReport | null) {
  const { user } = signedIn();
  const onChanged = vi.fn();
  await show(
    <SyncProvider user={user}>
      <ClockNotice report={report} onChanged={onChanged} />
    </SyncProvider>,
  );
  return onChanged;
}

test('nothing is shown before the clock was read, and while it is right', async () => {
  await shown(null);
  await shown({ ...HELD, held: false });
  expect(document.querySelector('button')).toBeNull();
});

test('a clock that jumped is told, and confirmed by a press', async () => {
  const onChanged = await shown(HELD);
  expect(document.body.textContent).toContain('clock.heldText');
  vi.stubGlobal('fetch', async (request: Request | string, init?: RequestInit) => {
    const { method, url } = new Request(request, init);
    expect([method, new URL(url).pathname]).toEqual(['PUT', '/api/clock']);
    return new Response(null, { status: 204, headers: { 'X-Request-Id': 'a' } });
  });
  await doing(() => the('button').click());
  await doing(() => vi.waitUntil(() => onChanged.mock.calls.length > 0));
  expect(useToasts.getState().toasts.at(-1)).toMatchObject({ title: 'clock.confirmed' });
});
