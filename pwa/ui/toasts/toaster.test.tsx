// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { doing, show, the } from '#pwa/test/show.tsx';
import { showToast, useToasts } from './toast-store.ts';
import { ToasterOutlet } from './toaster-outlet.tsx';

beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  await import('./toaster.tsx');
});

test('X-01 one toast is on screen, the newest', async () => {
  await show(<ToasterOutlet />);
  await doing(() => showToast({ title: 'First' }));
  await doing(() => showToast({ title: 'Second' }));

  expect(the('[data-state="open"]').textContent).toContain('Second');
  expect(document.body.textContent).not.toContain('First');
});

test('X-02 a toast goes after 5000 ms', async () => {
  await show(<ToasterOutlet />);
  await doing(() => showToast({ title: 'Before' }));
  vi.useFakeTimers();
  await doing(() => showToast({ title: 'Status Updated' }));

  await doing(() => vi.advanceTimersByTime(4999));
  expect(the('[data-state="open"]').textContent).toContain('Status Updated');
  await doing(() => vi.advanceTimersByTime(1));
  expect(document.querySelector('[data-state="open"]')).toBeNull();
  vi.useRealTimers();
});

test('X-05 F8 brings the focus to the region, also before any toast was shown', async () => {
  await show(<ToasterOutlet />);
  await doing(() => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', code: 'F8', bubbles: true }));
  });

  expect(the('[role="region"]').getAttribute('aria-label')).toBe('Notifications (F8)');
  expect(the('[role="region"]').contains(document.activeElement)).toBe(true);
});

test('X-13 a destructive toast is an alert, any other a status', async () => {
  await show(<ToasterOutlet />);
  await doing(() => showToast({ title: 'Update Failed', kind: 'destructive' }));
  expect(the('[role="alert"]').textContent).toContain('Update Failed');

  await doing(() => showToast({ title: 'Status Updated' }));
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(the('[role="region"] [role="status"]').textContent).toContain('Status Updated');
});

test('an action is done once and takes its toast with it', async () => {
  const undo = vi.fn();
  await show(<ToasterOutlet />);
  await doing(() => showToast({ title: 'Saved', action: { label: 'Undo', onPress: undo } }));
  await doing(() => the('[role="region"] button:not([aria-label])').click());

  expect(undo).toHaveBeenCalledOnce();
  expect(document.querySelector('[data-state="open"]')).toBeNull();
});
