// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { connection } from './connection.ts';
import { onReturn } from './on-return.ts';

test('the listener is called at each return of the server, until it is stopped', () => {
  connection.setState({ isOffline: true, answeredAt: -1 });
  const heard = vi.fn();
  const stop = onReturn(heard);
  connection.setState({ isOffline: false });
  connection.setState({ isOffline: false });
  connection.setState({ isOffline: true });
  expect(heard).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('online'));
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  connection.setState({ isOffline: false });
  expect(heard).toHaveBeenCalledTimes(2);
});
