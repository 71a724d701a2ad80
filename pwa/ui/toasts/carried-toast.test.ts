// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { carryToast, showCarriedToast } from './carried-toast.ts';
import { useToasts } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
  return () => vi.useRealTimers();
});

const shown = () => useToasts.getState().toasts.map(({ title }) => title);

test('A-13 what was said before a navigation is said on after it, once', () => {
  carryToast({ title: 'Login Successful' });
  // A slow phone has loaded the page only now.
  vi.advanceTimersByTime(20_000);
  showCarriedToast();
  showCarriedToast();
  expect(shown()).toEqual(['Login Successful']);
});

test('a page that comes a minute later does not say it', () => {
  carryToast({ title: 'Login Successful' });
  vi.advanceTimersByTime(60_000);
  showCarriedToast();
  expect(shown()).toEqual([]);
});
