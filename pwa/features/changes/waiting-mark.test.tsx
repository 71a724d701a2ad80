// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { connection } from '#pwa/lib/connection.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { WaitingMark } from './waiting-mark.tsx';

afterEach(() => connection.setState({ isOffline: false }));

test('a change whose request hangs is told as not sent from the moment on that the strip says offline', async () => {
  await show(<WaitingMark waiting="sending" />);
  expect(the('[data-waiting]').textContent).toBe('sync.row.sending');
  await doing(() => connection.setState({ isOffline: true }));
  expect(the('[data-waiting]').textContent).toBe('sync.row.not-sent');
  await doing(() => connection.setState({ isOffline: false }));
  expect(the('[data-waiting]').textContent).toBe('sync.row.sending');
});
