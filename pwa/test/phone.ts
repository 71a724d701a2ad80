import { onTestFinished, vi } from 'vitest';
import { connection } from '#pwa/lib/connection.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { type SyncEngine, startSync } from '#pwa/sync/engine.ts';
import { CookieJar } from './cookie-jar.ts';
import { FakeLocks } from './fake-locks.ts';
import { aUser, FakeServer } from './fake-server.ts';
import { Network } from './network.ts';

/** A server, a network, and a phone whose clock the test moves. */
export interface Phone {
  server: FakeServer;
  network: Network;
  /** Opens the app in another tab. */
  openTab(userId?: number): Tab;
  /** Lets this many ms pass. */
  pass(ms: number): Promise<void>;
  /** Waits until everything waits for a timer. */
  settle(): Promise<void>;
  /** Dispatches an event of the browser in its pages. */
  tell(event: 'online' | 'offline' | 'visible'): void;
}

export interface Tab {
  mirror: Mirror;
  engine: SyncEngine;
  close(): void;
}

let phones = 0;

/** A phone for one test, with the user `userId`. Everything ends with the test. */
export function aPhone(): Phone & { userId: number } {
  phones += 1;
  // Databases are per user, so tests share none.
  const userId = phones;
  const server = new FakeServer();
  server.user = aUser(userId);
  const network = new Network(server);
  const page = new FakePage();
  const browser = new EventTarget();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.stubGlobal('navigator', { locks: new FakeLocks(), onLine: true });
  vi.stubGlobal('window', browser);
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('fetch', network.fetch);
  // It has timers of its own, which a test cannot move.
  vi.stubGlobal('CompressionStream', undefined);
  connection.setState({ isOffline: false, answeredAt: -1 });
  expiry.setState({ expired: false });

  const tabs: Tab[] = [];
  onTestFinished(() => {
    for (const tab of tabs) tab.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  return {
    userId,
    server,
    network,
    pass,
    settle,
    openTab(id = userId) {
      const mirror = new Mirror(id);
      const engine = startSync(mirror, aUser(id));
      const tab = {
        mirror,
        engine,
        close() {
          engine.stop();
          mirror.close();
        },
      };
      tabs.push(tab);
      return tab;
    },
    tell(event) {
      if (event === 'visible') page.dispatchEvent(new Event('visibilitychange'));
      else browser.dispatchEvent(new Event(event));
    },
  };
}

/** A phone with an open tab that has pulled an application, at rest. */
export async function aPhoneWithApplication() {
  const phone = aPhone();
  const application = phone.server.addApplication();
  const tab = phone.openTab();
  await phone.pass(1_000);
  return { ...phone, ...tab, application, id: application.id };
}

class FakePage extends EventTarget {
  readonly visibilityState = 'visible';
  readonly #jar = new CookieJar();

  get cookie(): string {
    return this.#jar.cookie;
  }

  set cookie(line: string) {
    this.#jar.cookie = line;
  }
}

/** Step of the clock, in ms. */
const STEP = 100;
/** Turns of the event loop after which fake-indexeddb has finished. */
const TURNS = 40;

async function pass(ms: number): Promise<void> {
  const end = Date.now() + ms;
  await settle();
  while (Date.now() < end) {
    await vi.advanceTimersByTimeAsync(Math.min(STEP, end - Date.now()));
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
