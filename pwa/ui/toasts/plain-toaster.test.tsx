// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { doing, show, the } from '#pwa/test/show.tsx';
import { showToast, useToasts } from './toast-store.ts';
import { ToasterOutlet } from './toaster-outlet.tsx';

vi.mock('./toaster.tsx', () => {
  throw new Error('the signal was lost');
});

beforeEach(() => useToasts.setState({ toasts: [] }));

test('W-14 a person learns what became of the message though the region could not be loaded', async () => {
  await show(<ToasterOutlet />);
  await doing(() => showToast({ title: 'Saved on this phone', description: 'It will be sent.' }));
  await doing(() => vi.waitFor(() => expect(the('[role="status"]').textContent).toBeTruthy()));

  expect(the('[role="status"]').textContent).toBe('Saved on this phone It will be sent.');

  await doing(() => showToast({ title: 'Error Sending Message', kind: 'destructive' }));
  expect(the('[role="alert"]').textContent).toContain('Error Sending Message');
});

test('X-02 the plain toast goes after 5000 ms too', async () => {
  await show(<ToasterOutlet />);
  vi.useFakeTimers();
  await doing(() => showToast({ title: 'Saved' }));
  await doing(() => vi.advanceTimersByTimeAsync(4999));
  expect(document.body.textContent).toContain('Saved');
  await doing(() => vi.advanceTimersByTimeAsync(1));
  expect(document.body.textContent).not.toContain('Saved');
  vi.useRealTimers();
});
