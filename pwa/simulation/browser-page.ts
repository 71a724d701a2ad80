import { forceCloseDatabase, IDBKeyRange } from 'fake-indexeddb';
import { LIVE_PATH } from '#contract/live.ts';
import { recordOf } from '#pwa/local/outbox/lane.ts';
import { HANDED_OVER_KEY } from '#pwa/session/user-here.ts';
import { CookieJar } from '#pwa/test/cookie-jar.ts';
import type { FakeLocks } from '#pwa/test/fake-locks.ts';
import type { MemoryStorage } from '#pwa/test/memory-storage.ts';
import { actOf } from './acts.ts';
import { type Clock, delayOf } from './clock.ts';
import type { Cookies } from './cookies.ts';
import { type Disk, refuseWhenFull } from './full-disk.ts';
import type { Connection } from './idb-inside.ts';
import type { App, Commands, Office, Visitor } from './page.ts';
import type { Programs } from './programs.ts';
import { PlainHeaders } from './whole-answer.ts';

/** How a page's requests leave the device. */
export type Send = (path: string, init: RequestInit, mayArrive: Gate) => Promise<Response>;
/** Does something in a page: never in a dead one, in a frozen one when it thaws. */
export interface Gate {
  (work: () => void): void;
  /** The page has ended. */
  isShut?(): boolean;
}

export interface BrowserParts {
  clock: Clock;
  random: () => number;
  program: Programs['page'];
  send: Send;
  cookies: Cookies;
  /** A page has gone to another address. */
  onLeave: (page: BrowserPage, address: string) => void;
}

/** The browser as a page sees it. */
interface OpenBrowser extends Disk {
  readonly pages: BrowserPage[];
  readonly cookies: Cookies;
  readonly locks: FakeLocks;
  readonly parts: BrowserParts;
  readonly storage: MemoryStorage;
  readonly disk: IDBFactory;
  readonly acts: Set<string>;
  readonly skew: number;
  readonly onLine: boolean;
  hasLost: boolean;
  rows(database: string, table: string): readonly unknown[];
  tell(from: BrowserPage, what: (page: BrowserPage) => void): void;
}

/** One tab: the product's code in a realm of its own, with this device's clock, disk and network. */
export class BrowserPage {
  readonly browser: OpenBrowser;
  readonly window = new EventTarget();
  readonly document: EventTarget;
  isAlive = true;
  /** It shows the form of a stand. */
  isStand = false;
  /** When the browser has last closed its databases, in the world's ms. */
  lostDatabasesAt = Number.NEGATIVE_INFINITY;
  #frozen: (() => void)[] | null = null;
  readonly #death = new AbortController();
  /** Releases the locks that the page holds or waits for. */
  readonly #ends = new Set<() => void>();
  readonly #connections: Connection[] = [];
  readonly #channels = new Map<string, FakeChannel>();
  #app: App | null = null;
  #commands: Commands | null = null;
  #visitor: Visitor | null = null;

  constructor(browser: OpenBrowser) {
    this.browser = browser;
    this.document = new PageDocument(this, browser.cookies);
    this.gate.isShut = () => !this.isAlive;
  }

  get isFrozen(): boolean {
    return this.#frozen !== null;
  }

  get app(): App {
    if (!this.#app) throw new Error('The page has not started.');
    return this.#app;
  }

  /** The back office as its user sees it; null at a stand, on a public page, and while nobody is signed in. */
  get office(): Office | null {
    return this.#app?.office() ?? null;
  }

  get commands(): Commands {
    if (!this.#commands) throw new Error('The page has not started.');
    return this.#commands;
  }

  get visitor(): Visitor {
    if (!this.#visitor) throw new Error('The page has not started.');
    return this.#visitor;
  }

  /** Opens the back office, in its place the stand of a device that is handed over, or the public page. */
  start(what: 'office' | 'public'): void {
    const { program, clock } = this.browser.parts;
    const { exported: page, end } = program.start(this.#globals(), clock.now);
    this.#death.signal.addEventListener('abort', () => end(clock.now));
    this.#commands = this.#heard(page.commands);
    this.#visitor = page.visitor;
    this.isStand = what === 'office' && this.browser.storage.getItem(HANDED_OVER_KEY) !== null;
    if (this.isStand) {
      page.openStand(() => this.browser.parts.onLeave(this, '/auth'));
    } else if (what === 'office') this.#app = page.openApp();
    // The shell and the stand do so on every device; where no visitor has ever written, nothing follows of it.
    if (what === 'public' || this.browser.rows('visitor', 'outbox').length > 0) {
      page.visitor.keepSending();
    }
  }

  /** The commands, which tell the browser what a person does to the status of an application. */
  #heard(commands: Commands): Commands {
    const { acts } = this.browser;
    return {
      ...commands,
      changeStatus: (mirror, seen, change) => {
        acts.add(actOf(seen.id, change));
        return commands.changeStatus(mirror, seen, change);
      },
      changeStatuses: (mirror, seen, change) => {
        for (const { id } of seen) acts.add(actOf(id, change));
        return commands.changeStatuses(mirror, seen, change);
      },
      answerQuestion: (mirror, question, choice) => {
        const { entity, field, theirs } = question;
        if (field === 'status' && choice === 'theirs') {
          acts.add(actOf(String(recordOf(entity)?.id), { status: String(theirs), notes: null }));
        }
        return commands.answerQuestion(mirror, question, choice);
      },
    };
  }

  /** Runs work as the page's event loop would: never when it is dead, later when it is frozen. */
  readonly gate: Gate = (work) => {
    if (!this.isAlive) return;
    if (this.#frozen) this.#frozen.push(work);
    else work();
  };

  later(work: () => void): void {
    setImmediate(() => this.gate(work));
  }

  /** Freezes the page as a browser does in the background: no code runs, it keeps its locks. */
  freeze(): void {
    this.#frozen ??= [];
  }

  thaw(): void {
    const waiting = this.#frozen ?? [];
    this.#frozen = null;
    for (const work of waiting) this.later(work);
  }

  /** Ends the page as SIGKILL does: no code runs any more, open transactions are rolled back. */
  kill(): void {
    this.isAlive = false;
    this.browser.pages.splice(this.browser.pages.indexOf(this), 1);
    for (const connection of this.#connections) {
      for (const transaction of [...connection._rawDatabase.transactions]) {
        if (transaction.db === connection && transaction._state !== 'finished') {
          transaction._abort('AbortError');
        }
      }
      connection._closePending = true;
      connection._closed = true;
      const raw = connection._rawDatabase;
      raw.connections = raw.connections.filter((other) => other !== connection);
    }
    this.#death.abort();
    for (const end of this.#ends) end();
  }

  /** Closes the tab: the page gets its events and then ends. */
  close(): void {
    this.window.dispatchEvent(new Event('pagehide'));
    this.#app?.close();
    this.kill();
  }

  /** The browser closes the page's databases under its feet. */
  loseDatabases(): number {
    this.lostDatabasesAt = this.browser.parts.clock.now;
    this.browser.hasLost = true;
    const open = this.#connections.filter(({ _closePending }) => !_closePending);
    for (const connection of open) {
      for (const transaction of [...connection._rawDatabase.transactions]) {
        if (transaction.db === connection && transaction._state !== 'finished') {
          transaction._abort('UnknownError');
        }
      }
      forceCloseDatabase(connection as never);
    }
    return open.length;
  }

  hear(channel: string, data: unknown): void {
    this.#channels.get(channel)?.onmessage?.({ data });
  }

  #globals(): Record<string, unknown> {
    const { browser, window, document } = this;
    const { clock, random, send, onLeave } = browser.parts;
    const page = this;
    class BroadcastChannel implements FakeChannel {
      onmessage: FakeChannel['onmessage'] = null;
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
        page.#channels.set(name, this);
      }
      postMessage(data: unknown) {
        const copy = structuredClone(data);
        if (page.isAlive) browser.tell(page, (other) => other.hear(this.#name, copy));
      }
      close() {
        page.#channels.delete(this.#name);
      }
    }
    const globals: Record<string, unknown> = {
      window,
      document,
      navigator: {
        get onLine() {
          return browser.onLine;
        },
        locks: { request: this.#request },
        storage: { persist: async () => true },
      },
      location: { assign: (address: string) => onLeave(this, address) },
      localStorage: this.#storage(),
      indexedDB: this.#disk(),
      IDBKeyRange,
      BroadcastChannel,
      fetch: (path: string, init: RequestInit = {}) =>
        this.isAlive
          ? send(path, path === LIVE_PATH ? this.#untilDeath(init) : init, this.gate)
          : new Promise(() => undefined),
      setTimeout: (work: () => void, wait = 0) => clock.after(delayOf(wait), () => this.gate(work)),
      clearTimeout: (handle: number) => clock.cancel(handle),
      now: () => clock.now + browser.skew,
      elapsed: () => clock.now,
      random,
      crypto: {
        getRandomValues: (bytes: Uint8Array) => fillFrom(random, bytes),
      },
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
      dispatchEvent: window.dispatchEvent.bind(window),
      // What goes wrong is what this is about; it is checked, not printed.
      console: { ...console, error: () => undefined, warn: () => undefined },
      btoa,
      queueMicrotask,
      structuredClone,
      EventTarget,
      Event,
      AbortController,
      AbortSignal: {
        timeout: (wait: number) => {
          const time = new AbortController();
          const expire = () => time.abort(new DOMException('', 'TimeoutError'));
          clock.after(wait, () => this.gate(expire));
          return time.signal;
        },
      },
      CustomEvent,
      DOMException,
      Headers: PlainHeaders,
      Request,
      Response,
      TextDecoder,
      TextDecoderStream,
      TextEncoder,
      URL,
      URLSearchParams,
    };
    return globals;
  }

  /** A stream ends with the page that reads it. */
  #untilDeath(init: RequestInit): RequestInit {
    const signals = [this.#death.signal, ...(init.signal ? [init.signal] : [])];
    return { ...init, signal: AbortSignal.any(signals) };
  }

  /** Locks end with the page that holds them or waits for them. */
  readonly #request = (
    name: string,
    ...given:
      | [() => Promise<unknown>]
      | [{ signal?: AbortSignal; steal?: boolean }, () => Promise<unknown>]
  ) => {
    const [options, work] = given.length === 1 ? [{}, given[0]] : given;
    if (!this.isAlive) return new Promise<never>(() => undefined);
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    let die = stop;
    const dead = new Promise<never>((_, reject) => {
      die = () => {
        stop();
        reject(new DOMException('', 'AbortError'));
      };
    });
    dead.catch(() => undefined);
    this.#ends.add(die);
    options.signal?.addEventListener('abort', stop);
    if (options.signal?.aborted) stop();
    const { signal } = waiting;
    const asked = options.steal ? { steal: true } : { signal };
    return this.browser.locks
      .request(name, asked, () => Promise.race([work(), dead]))
      .finally(() => {
        this.#ends.delete(die);
        options.signal?.removeEventListener('abort', stop);
      });
  };

  #storage(): object {
    const { browser } = this;
    const changed = (key: string) =>
      browser.tell(this, ({ window }) =>
        window.dispatchEvent(Object.assign(new Event('storage'), { key })),
      );
    const calls = {
      getItem: (key: string) => browser.storage.getItem(key),
      setItem: (key: string, value: string) => {
        if (!this.isAlive) return;
        browser.storage.setItem(key, value);
        changed(key);
      },
      removeItem: (key: string) => {
        if (!this.isAlive || browser.storage.getItem(key) === null) return;
        browser.storage.removeItem(key);
        changed(key);
      },
    };
    // Its keys are its own properties.
    return new Proxy(calls, {
      ownKeys: () => Object.keys(browser.storage),
      getOwnPropertyDescriptor: (_, key) => Object.getOwnPropertyDescriptor(browser.storage, key),
    });
  }

  /** The device's disk, which answers this page as long as it lives, and refuses when it is full. */
  #disk(): object {
    const { browser } = this;
    return {
      open: (name: string, version?: number) => {
        if (!this.isAlive) return new EventTarget();
        const request = browser.disk.open(name, version);
        request.addEventListener('success', () => this.#take(request.result));
        request.addEventListener('upgradeneeded', () => this.#take(request.result));
        return request;
      },
      deleteDatabase: (name: string) =>
        this.isAlive ? browser.disk.deleteDatabase(name) : new EventTarget(),
      databases: () => browser.disk.databases(),
      cmp: (one: unknown, other: unknown) => browser.disk.cmp(one, other),
    };
  }

  #take(database: unknown): void {
    const connection = database as Connection;
    if (this.#connections.includes(connection)) return;
    this.#connections.push(connection);
    const { transaction } = connection;
    connection.transaction = (...given) => {
      const made = transaction.apply(connection, given);
      if (made.mode === 'readwrite') refuseWhenFull(made, this.browser);
      return made;
    };
  }
}

/** Visible, with the cookies that the server does not keep to itself. */
class PageDocument extends EventTarget {
  readonly visibilityState = 'visible';
  readonly #page: BrowserPage;
  readonly #cookies: Cookies;
  readonly #jar: CookieJar;

  constructor(page: BrowserPage, cookies: Cookies) {
    super();
    this.#page = page;
    this.#cookies = cookies;
    this.#jar = new CookieJar(cookies);
  }

  get cookie(): string {
    return this.#jar.cookie;
  }

  set cookie(line: string) {
    if (!this.#page.isAlive) return;
    this.#jar.cookie = line;
    this.#cookies.ofAnswers.delete(line.slice(0, line.indexOf('=')));
  }
}

interface FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | null;
}

/** Fills `bytes` with random ones that the seed repeats. */
export function fillFrom(random: () => number, bytes: Uint8Array): Uint8Array {
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256);
  return bytes;
}
