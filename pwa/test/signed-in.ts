import { onTestFinished, vi } from 'vitest';
import { connection } from '#pwa/lib/connection.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { FakeLocks } from './fake-locks.ts';
import { aUser, FakeServer } from './fake-server.ts';
import { Network } from './network.ts';

let users = 9_000;

/**
 * A browser page with a server in memory, on which a user is signed in; each has another user. Ends with the test,
 * after what the test has shown.
 */
export function signedIn() {
  users += 1;
  const user = aUser(users);
  const server = new FakeServer();
  server.user = user;
  const network = new Network(server);
  vi.stubGlobal('fetch', network.fetch);
  Object.defineProperty(navigator, 'locks', { value: new FakeLocks(), configurable: true });
  connection.setState({ isOffline: false, answeredAt: -1 });
  expiry.setState({ expired: false });
  const mirror = new Mirror(user.id);
  onTestFinished(() => {
    mirror.close();
    vi.unstubAllGlobals();
  });
  return { user, server, network, mirror };
}
