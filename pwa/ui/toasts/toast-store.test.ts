import { beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, showToast, useToasts } from './toast-store.ts';

const open = () => useToasts.getState().toasts.filter((toast) => toast.open);

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
  return () => vi.useRealTimers();
});

test('X-01 of two toasts in a row only the newer one is open', () => {
  showToast({ title: 'First' });
  showToast({ title: 'Second', kind: 'destructive' });

  expect(open()).toMatchObject([{ title: 'Second', kind: 'destructive' }]);
});

test('X-03 Q-37 a dismissed toast is closed at once and leaves the store after 1,000,000 ms', () => {
  const id = showToast({ title: 'First' });
  dismissToast(id);

  expect(open()).toEqual([]);
  vi.advanceTimersByTime(999_999);
  expect(useToasts.getState().toasts).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(useToasts.getState().toasts).toEqual([]);
});

test('X-03 dismissing twice does not move the time at which it is removed', () => {
  const id = showToast({ title: 'First' });
  dismissToast(id);
  vi.advanceTimersByTime(500_000);
  dismissToast(id);
  vi.advanceTimersByTime(500_000);

  expect(useToasts.getState().toasts).toEqual([]);
});
