import { statusOf } from '#contract/endpoint.ts';
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import { dropPageCache } from '#contract/page-cache.ts';
import { connection } from '#pwa/lib/connection.ts';
import { readDraft, writeDraft } from '#pwa/lib/storage/drafts.ts';
import { hearOfEnd } from '#pwa/lib/storage/ended-session.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { mirrorName } from '#pwa/local/database/mirror-name.ts';
import type { Question } from '#pwa/local/database/rows.ts';
import { changeStatus } from '#pwa/test/commands.ts';
import { CookieJar } from '#pwa/test/cookie-jar.ts';
import { anApplication, aUser, FakeServer } from '#pwa/test/fake-server.ts';
import { MemoryStorage } from '#pwa/test/memory-storage.ts';
import { keepRows, mirrored } from '#pwa/test/mirrored.ts';
import { Network } from '#pwa/test/network.ts';
import { claimShares, keepShare, leaveShares, sharesOf } from '#pwa/visitor/shares.ts';
import { unsentChangesOf } from './leave-device.ts';
import { createSession, leftBehind } from './session.ts';
import { storedFarewell } from './stored-identity.ts';

const LOGIN = { username: 'ana', password: 'secret' };
let users = 5_000;

/** A page with its own storage and server; `user` has not signed in on it yet. */
function aPage() {
  users += 1;
  const user = aUser(users);
  const server = new FakeServer();
  server.user = null;
  const network = new Network(server);
  const storage = new MemoryStorage();
  const page = new EventTarget();
  const assign = vi.fn();
  const persist = vi.fn(async () => true);
  vi.stubGlobal('window', page);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('document', new CookieJar());
  vi.stubGlobal('navigator', { storage: { persist } });
  vi.stubGlobal('fetch', network.fetch);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** A new load of the page. */
  function load() {
    const session = createSession();
    onTestFinished(session.start());
    return session;
  }
  return { user, server, network, storage, page, assign, persist, load };
}

/** What the app has when somebody signed in and the page is loaded again. */
async function aSignedInPage() {
  const page = aPage();
  page.server.user = page.user;
  const first = page.load();
  await vi.waitUntil(() => !first.state.getState().loading);
  page.network.sent.length = 0;
  return { ...page, first };
}

beforeEach(() => connection.setState({ isOffline: false, answeredAt: -1 }));

test('A-01 A-02 one request at the start, and its answer names the signed-in user', async () => {
  const { server, user, network, load } = aPage();
  server.user = user;
  const { state } = load();
  expect(state.getState()).toEqual({ user: null, loading: true, offline: false, standIn: false });
  await vi.waitUntil(() => !state.getState().loading);
  expect(state.getState()).toEqual({ user, loading: false, offline: false, standIn: false });
  expect(network.sent.map(({ path }) => path)).toEqual(['/api/auth/user']);
});

test('A-01 a 401 is signed out, and is not asked again', async () => {
  vi.useFakeTimers();
  const { network, load } = aPage();
  const { state } = load();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.getState()).toEqual({ user: null, loading: false, offline: false, standIn: false });
  expect(network.sent).toHaveLength(1);
});

test('Q-23 without an answer the stored identity stands in after 300 ms, until it is marked offline after 3 s', async () => {
  const { user, network, load } = await aSignedInPage();
  vi.useFakeTimers();
  network.fault = () => 'stall-before';
  const { state } = load();
  await vi.advanceTimersByTimeAsync(299);
  expect(state.getState().loading).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.getState()).toEqual({ user, loading: false, offline: false, standIn: true });
  await vi.advanceTimersByTimeAsync(2_700);
  expect(state.getState()).toEqual({ user, loading: false, offline: true, standIn: false });
});

test('Q-23 B1 where the browser knows of no network, the stored identity is there from the start', async () => {
  const { user, network, load } = await aSignedInPage();
  network.fault = () => 'drop-before';
  connection.setState({ isOffline: true, answeredAt: -1 });
  const { state } = load();
  expect(state.getState()).toEqual({ user, loading: false, offline: true, standIn: true });
  await vi.waitUntil(() => !state.getState().standIn);
  expect(state.getState()).toEqual({ user, loading: false, offline: true, standIn: false });
});

test('Q-23 with no network at all the stored identity is marked offline at once', async () => {
  const { user, network, load } = await aSignedInPage();
  network.fault = () => 'drop-before';
  const { state } = load();
  await vi.waitUntil(() => !state.getState().loading);
  expect(state.getState()).toEqual({ user, loading: false, offline: true, standIn: false });
});

test.each(['portal', 'bad-gateway', 'error-500'] as const)(
  'Q-23 a %s is no answer: the stored identity stays',
  async (fault) => {
    const { user, network, load } = await aSignedInPage();
    network.fault = () => fault;
    const { state } = load();
    await vi.waitUntil(() => !state.getState().loading);
    expect(state.getState()).toEqual({ user, loading: false, offline: true, standIn: false });
  },
);

test('Q-23 without a stored identity and without an answer: signed out, after 3 s at most', async () => {
  vi.useFakeTimers();
  const { network, load } = aPage();
  network.fault = () => 'stall-before';
  const { state } = load();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(state.getState().loading).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.getState()).toEqual({ user: null, loading: false, offline: false, standIn: false });
});

test('Q-23 the first answer decides: a 401 signs the stored identity out, mirror and queue stay', async () => {
  const { user, server, storage, load } = await aSignedInPage();
  const mirror = new Mirror(user.id);
  await changeStatus(mirror, anApplication(), { status: 'signed', notes: null });
  server.user = null;
  const { state } = load();
  await vi.waitUntil(() => !state.getState().loading);
  expect(state.getState().user).toBeNull();
  expect(Object.keys(storage)).toEqual(['agency-farewell']);
  expect(await mirror.outbox.count()).toBe(1);
  mirror.close();
});

/** A signed-in page with a record, a note and an unsent change. */
async function aUsedPage() {
  const page = await aSignedInPage();
  const mirror = new Mirror(page.user.id);
  await keepRows(mirror, 'applications', [anApplication()]);
  await changeStatus(mirror, anApplication(), { status: 'signed', notes: null });
  mirror.close();
  writeDraft(page.user.id, 'new-application', 'Ana');
  const left = async () => {
    if (!(await Dexie.exists(mirrorName(page.user.id)))) return null;
    const opened = new Mirror(page.user.id);
    const rows = (await mirrored(opened, 'applications')).length;
    const unsent = await opened.outbox.count();
    opened.close();
    return { rows, unsent, draft: readDraft(page.user.id, 'new-application') };
  };
  /** Opens nothing, which would put off the deletion. */
  const gone = async () => !(await Dexie.exists(mirrorName(page.user.id)));
  const end = (ended: FakeServer['ended']) => {
    page.server.user = null;
    page.server.ended = ended;
  };
  return { ...page, left, gone, end };
}

/** Keeps something shared for this user. Returns how many such things are left. */
async function aShare(userId: number): Promise<() => Promise<number>> {
  await claimShares(userId);
  const form = new FormData();
  form.set('text', 'Hello');
  expect(await keepShare(new Response(form))).toBeNull();
  onTestFinished(() => leaveShares(userId, false));
  return async () => (await sharesOf(userId)).length;
}

test('W-13 a session that has expired keeps records, drafts and unsent changes for its user, and says how many', async () => {
  const { user, left, end, load } = await aUsedPage();
  const shared = await aShare(user.id);
  end({ reason: 'expired' });
  const { state } = load();
  await vi.waitUntil(() => !state.getState().loading && state.getState().user === null);
  expect(await left()).toEqual({ rows: 1, unsent: 1, draft: 'Ana' });
  expect(await shared()).toBe(1);
  expect(storedFarewell()).toEqual({ reason: 'expired', unsent: 1 });
});

test.each(['lost', 'closed'] as const)(
  'Q-04 a device whose session was ended (%s) wipes everything, and says how much was not sent',
  async (reason) => {
    const { user, storage, gone, end, load } = await aUsedPage();
    const shared = await aShare(user.id);
    end({ reason, userId: user.id });
    const { state } = load();
    await vi.waitUntil(gone);
    expect(await shared()).toBe(0);
    await vi.waitUntil(() => state.getState().user === null);
    expect(storedFarewell()).toEqual({ reason, unsent: 1 });
    expect(Object.keys(storage)).toEqual(['agency-farewell']);
  },
);

test.each([
  ['signed out elsewhere', 'signed-out', { reason: 'signed-out', unsent: 1 }, null],
  [
    'signed out for a reason of a newer server',
    'of-a-newer-server',
    { reason: 'signed-out', unsent: 1 },
    null,
  ],
  ['left without its cookie', undefined, { reason: 'expired', unsent: 1 }, 'Ana'],
])(
  'Q-04 a device that was %s wipes the records and keeps unsent changes; without a cookie also drafts',
  async (_, reason, told, draft) => {
    const { user, left, end, load } = await aUsedPage();
    end(reason ? ({ reason, userId: user.id } as FakeServer['ended']) : undefined);
    load();
    await vi.waitUntil(async () => (await left())?.rows === 0);
    expect(await left()).toEqual({ rows: 0, unsent: 1, draft });
    expect(storedFarewell()).toEqual(told);
  },
);

test('Q-04 an open page that hears of the end wipes at once; an answer from before a new sign-in does nothing', async () => {
  const { user, network, left, gone, end, server, first } = await aUsedPage();
  const told = { message: '', code: 'signed-out', ended: { reason: 'lost', userId: user.id } };
  hearOfEnd(told);
  await vi.waitUntil(() => network.sent.length === 1);
  await vi.waitUntil(() => !first.state.getState().standIn);
  expect(await left()).toEqual({ rows: 1, unsent: 1, draft: 'Ana' });

  end({ reason: 'lost', userId: user.id });
  hearOfEnd(told);
  await vi.waitUntil(gone);
  expect(first.state.getState().user).toBeNull();
  expect(storedFarewell()).toEqual({ reason: 'lost', unsent: 1 });

  server.user = user;
  vi.stubGlobal('fetch', async () => Response.json(user));
  await first.signIn(LOGIN);
  expect(storedFarewell()).toBeNull();
});

/** Local storage takes nothing more; what is removed makes no room. */
function fillDisk(storage: MemoryStorage): void {
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      get: (kept, name) => (name === 'setItem' ? refuse : Reflect.get(kept, name)),
    }),
  );
  function refuse(): never {
    throw new DOMException('There is no room left.', 'QuotaExceededError');
  }
}

test('Q-04 a lost device whose disk is full is wiped all the same', async () => {
  const { user, storage, gone, end, load } = await aUsedPage();
  fillDisk(storage);
  end({ reason: 'lost', userId: user.id });
  const { state } = load();
  await vi.waitUntil(gone);
  await vi.waitUntil(() => !state.getState().loading);
  expect(state.getState().user).toBeNull();
  expect(Object.keys(storage)).toEqual([]);
});

test('W-18 a wipe on a full disk is over when its user signs in again in another tab', async () => {
  const { user, server, storage, left, first, load } = await aUsedPage();
  const identity = storage.getItem('agency-identity') ?? '';
  const held = await heldOpen(user.id);
  fillDisk(storage);
  await first.signOut('discard');
  expect(storage.getItem('agency-identity')).toBeNull();
  held.close();
  await vi.waitUntil(async () => !(await Dexie.exists(mirrorName(user.id))));

  storage.setItem('agency-identity', identity);
  const mirror = new Mirror(user.id);
  await keepRows(mirror, 'applications', [anApplication()]);
  mirror.close();
  server.user = user;
  vi.stubGlobal('fetch', async () => Response.json(user));
  leftBehind.setState({ records: true });
  const last = load();
  await vi.waitUntil(() => !leftBehind.getState().records);
  await last.signIn(LOGIN);
  expect((await left())?.rows).toBe(1);
});

test("Q-04 the end of another user's session wipes their copy, not this user's", async () => {
  const { user, left, end, load } = await aUsedPage();
  const other = new Mirror(user.id + 30_000);
  await keepRows(other, 'applications', [anApplication()]);
  other.close();
  end({ reason: 'lost', userId: user.id + 30_000 });
  load();
  await vi.waitUntil(async () => !(await Dexie.exists(mirrorName(user.id + 30_000))));
  expect(await left()).toEqual({ rows: 1, unsent: 1, draft: 'Ana' });
});

test('Q-04 a lost device whose database another page holds is emptied at once, and the count stays', async () => {
  const { user, gone, end, load } = await aUsedPage();
  const held = await heldOpen(user.id);
  end({ reason: 'lost', userId: user.id });
  load();
  await vi.waitUntil(() => storedFarewell() !== null);
  await vi.waitUntil(async () => {
    const counting = held.transaction('outbox').objectStore('outbox').count();
    await new Promise((resolve) => {
      counting.onsuccess = resolve;
    });
    return counting.result === 0;
  });
  load();
  held.close();
  await vi.waitUntil(gone);
  expect(storedFarewell()).toEqual({ reason: 'lost', unsent: 1 });
});

test('Q-23 a stored identity does not stand in again while the wipe that a 401 asks for takes its time', async () => {
  const { user, server, load } = await aSignedInPage();
  await heldOpen(user.id, 1);
  server.user = null;
  server.ended = { reason: 'signed-out', userId: user.id };
  // Not setImmediate, by which the database works.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { state } = load();
  await vi.waitUntil(() => !state.getState().loading);
  expect(state.getState().user).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state.getState()).toEqual({ user: null, loading: false, offline: false, standIn: false });
});

test('a copy of another user that has not heard from the server for 30 days is emptied at a start', async () => {
  const { user, load } = await aUsedPage();
  const id = user.id + 40_000;
  const silent = new Mirror(id);
  await keepRows(silent, 'applications', [anApplication()]);
  await changeStatus(silent, anApplication(), { status: 'signed', notes: null });
  const state = { key: 'applications', epoch: 'e', cursor: 1, generation: 1, tail: null } as const;
  await silent.questions.put(questionAbout('a'));
  await silent.meta.put({ ...state, syncedAt: Date.now() - 31 * 24 * 60 * 60_000 });
  silent.close();
  load();
  const { rows, own } = await vi.waitUntil(async () => {
    const held = await heldOpen(id);
    const count = (name: string) =>
      new Promise<number>((resolve) => {
        const counting = held.transaction(name).objectStore(name).count();
        counting.onsuccess = () => resolve(counting.result);
      });
    const own = [await count('outbox'), await count('questions')];
    const counted = { rows: await count('applicationPages'), own };
    held.close();
    return counted.rows === 0 && counted;
  });
  expect({ rows, own }).toEqual({ rows: 0, own: [1, 1] });
});

test('Q-23 started offline, it asks once more when the server is heard again', async () => {
  const { user, server, network, load } = await aSignedInPage();
  network.fault = () => 'drop-before';
  const { state } = load();
  await vi.waitUntil(() => state.getState().offline);
  network.fault = () => null;
  server.user = { ...user, firstName: 'Renamed' };
  connection.setState({ isOffline: false });
  await vi.waitUntil(() => !state.getState().offline);
  expect(state.getState().user?.firstName).toBe('Renamed');
});

test('A-12 A-13 signing in keeps the identity and asks the browser to keep the storage', async () => {
  const { user, network, storage, persist, load, server } = aPage();
  const { state, signIn } = load();
  await vi.waitUntil(() => !state.getState().loading);
  server.user = user;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path === '/api/login' ? Response.json(user) : network.fetch(path, init),
  );
  expect(await signIn(LOGIN)).toEqual(user);
  expect(state.getState()).toEqual({ user, loading: false, offline: false, standIn: false });
  expect(JSON.parse(storage.getItem('agency-identity') ?? '')).toEqual(user);
  expect(persist).toHaveBeenCalledOnce();
});

test("A-14 a sign-in that fails says the server's words, or 'Login failed'", async () => {
  const { load } = aPage();
  const { signIn } = load();
  const refused = { message: 'Invalid username or password.', code: 'wrong-credentials' };
  vi.stubGlobal('fetch', async () => Response.json(refused, { status: 401 }));
  await expect(signIn(LOGIN)).rejects.toThrow('Invalid username or password.');
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Closed today.' }, { status: 403 }));
  await expect(signIn(LOGIN)).rejects.toThrow('Closed today.');
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }));
  await expect(signIn(LOGIN)).rejects.toThrow('Login failed');
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(signIn(LOGIN)).rejects.toThrow('Login failed');
});

test('a sign-in whose cookie was dropped fails, and leaves nothing on the device; one without a further answer counts', async () => {
  const { user, network, storage, load, server } = aPage();
  const { state, signIn } = load();
  await vi.waitUntil(() => !state.getState().loading);
  server.user = null;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path === '/api/login' ? Response.json(user) : network.fetch(path, init),
  );
  await expect(signIn(LOGIN)).rejects.toMatchObject({ cause: { problem: { code: 'signed-out' } } });
  expect(state.getState().user).toBeNull();
  expect(storage.getItem('agency-identity')).toBeNull();

  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/login') return Response.json(user);
    throw new TypeError('Failed to fetch');
  });
  expect(await signIn(LOGIN)).toEqual(user);
});

test('V14.3.1 W-18 H-08 signing out wipes mirror, queue, identity and drafts, then leaves by /api/logout', async () => {
  const { user, storage, assign, first } = await aSignedInPage();
  const mirror = new Mirror(user.id);
  await keepRows(mirror, 'applications', [anApplication()]);
  await changeStatus(mirror, anApplication(), { status: 'signed', notes: null });
  writeDraft(user.id, 'new-application', 'Ana');
  await first.signOut('discard');

  expect(await Dexie.exists(mirrorName(user.id))).toBe(false);
  expect(first.state.getState().user).toBeNull();
  expect(Object.keys(storage)).toEqual(['agency-departure']);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/logout');
});

test.each([
  ['nothing is left', 'discard', null, true],
  ['unsent changes are kept', 'keep', null, false],
  ['a visitor has an unsent inquiry', 'discard', 'outbox', false],
  ['a visitor has only settings', 'discard', 'settings', true],
] as const)(
  'Q-04 the browser may delete its files after a sign-out: %s',
  async (_, how, visitor, may) => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    const { user, assign, first } = await aSignedInPage();
    const mirror = new Mirror(user.id);
    await keepRows(mirror, 'applications', [anApplication()]);
    await changeStatus(mirror, anApplication(), { status: 'signed', notes: null });
    mirror.close();
    if (visitor) {
      const visitors = new Dexie('visitor', { indexedDB });
      visitors.version(1).stores({ outbox: 'key', settings: 'key' });
      await visitors.table(visitor).put({ key: 'a' });
      visitors.close();
    }
    await first.signOut(how);
    expect(assign).toHaveBeenCalledExactlyOnceWith('/api/logout');
    expect(document.cookie.includes('empty-storage=1')).toBe(may);
  },
);

/** What another person has changed, too: the own text is nowhere else. */
function questionAbout(id: string): Question {
  const entity = `application:${id}`;
  const values = {
    id: `${entity} phone`,
    field: 'phone',
    seen: null,
    mine: '+34 600',
    theirs: '+34 700',
  };
  return { type: 'application-edited', entity, key: newId(), ...values };
}

test('W-18 kept changes stay locked on the phone for their user; everything else goes', async () => {
  const { user, first } = await aSignedInPage();
  const mirror = new Mirror(user.id);
  await keepRows(mirror, 'applications', [anApplication()]);
  const seen = anApplication();
  const key = await changeStatus(mirror, seen, { status: 'signed', notes: null });
  const asked = questionAbout(seen.id);
  await mirror.questions.put(asked);
  expect(await unsentChangesOf(user.id)).toBe(2);
  await first.signOut('keep');

  const opened = new Mirror(user.id);
  expect(await opened.outbox.toArray()).toMatchObject([{ key }]);
  expect(await opened.questions.toArray()).toEqual([asked]);
  expect(await mirrored(opened, 'applications')).toHaveLength(0);
  expect(await opened.meta.count()).toBe(0);
  opened.close();
});

test('W-18 send-first leaves when the queue is empty, and stays when it cannot be sent', async () => {
  const { user, assign, first } = await aSignedInPage();
  const mirror = new Mirror(user.id);
  const key = await changeStatus(mirror, anApplication(), { status: 'signed', notes: null });

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const staying = first.signOut('send-first').catch((error: unknown) => error);
  // The module of the wipe is loaded before its clock runs.
  await new Promise((resolve) => setImmediate(resolve));
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await staying).toMatchObject({ name: 'StillUnsent', count: 1 });
  expect(first.state.getState().user).toEqual(user);
  expect(assign).not.toHaveBeenCalled();
  vi.useRealTimers();

  const leaving = first.signOut('send-first');
  await mirror.outbox.where('key').equals(key).delete();
  await leaving;
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/logout');
  expect(await Dexie.exists(mirrorName(user.id))).toBe(false);
});

test('W-18 send-first stays when a change that was sent asks something', async () => {
  const { user, assign, first } = await aSignedInPage();
  const mirror = new Mirror(user.id);
  const seen = anApplication();
  const key = await changeStatus(mirror, seen, { status: 'signed', notes: null });
  const asked = questionAbout(seen.id);
  const staying = first.signOut('send-first').catch((error: unknown) => error);
  await mirror.transaction('rw', [mirror.outbox, mirror.questions], async () => {
    await mirror.outbox.where('key').equals(key).delete();
    await mirror.questions.put(asked);
  });
  expect(await staying).toMatchObject({ name: 'StillUnsent', count: 1 });
  expect(assign).not.toHaveBeenCalled();
  expect(await mirror.questions.toArray()).toEqual([asked]);
});

test('W-18 Q-04 offline it wipes at once; the server session ends at the next contact', async () => {
  const { user, server, network, storage, assign, first, load } = await aSignedInPage();
  network.fault = () => 'drop-before';
  connection.setState({ isOffline: true });
  await first.signOut('discard');
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
  expect(await Dexie.exists(mirrorName(user.id))).toBe(false);

  const offline = load();
  await vi.waitUntil(() => !offline.state.getState().loading);
  expect(offline.state.getState().user).toBeNull();
  expect(server.user).toEqual(user);

  network.fault = () => null;
  const { state } = load();
  await vi.waitUntil(() => server.user === null);
  await vi.waitUntil(() => storage.length === 0);
  expect(state.getState()).toMatchObject({ user: null, loading: false });
});

test.each([
  ['the browser reports a network', (page: EventTarget) => page.dispatchEvent(new Event('online'))],
  ['another call is answered', () => connection.setState({ isOffline: false })],
])(
  'W-18 a page that is left open after such a sign-out ends the session once %s',
  async (_, tell) => {
    const { server, network, storage, page, first, load } = await aSignedInPage();
    network.fault = () => 'drop-before';
    connection.setState({ isOffline: true });
    await first.signOut('discard');
    const { state } = load();
    await vi.waitUntil(() => !state.getState().loading);
    network.fault = ({ path }) => (path === '/api/logout' ? 'drop-before' : null);
    tell(page);
    await vi.waitUntil(() => network.sent.some(({ path }) => path === '/api/logout'));
    expect(server.user).not.toBeNull();

    network.fault = () => null;
    await vi.waitUntil(() => {
      page.dispatchEvent(new Event('online'));
      return server.user === null;
    });
    await vi.waitUntil(() => storage.length === 0);
    expect(state.getState().user).toBeNull();
  },
);

test('W-18 a wipe that a closing tab has interrupted is finished at the next start', async () => {
  const { user, server, storage, load } = await aSignedInPage();
  const mirror = new Mirror(user.id);
  await keepRows(mirror, 'applications', [anApplication()]);
  mirror.close();
  const departure = { wipe: { userId: user.id, keepOutbox: false }, revoke: true };
  storage.clear();
  storage.setItem('agency-departure', JSON.stringify(departure));
  server.user = null;
  load();
  await vi.waitUntil(async () => !(await Dexie.exists(mirrorName(user.id))));
});

/** Holds a user's database as a page does that answers nothing, for example a frozen one. */
async function heldOpen(userId: number, version?: number): Promise<IDBDatabase> {
  const opening = indexedDB.open(mirrorName(userId), version);
  const held = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  onTestFinished(() => held.close());
  return held;
}

test('W-18 a database that another page holds open is emptied at once, and deleted at a later start', async () => {
  const { user, storage, assign, first, load } = await aSignedInPage();
  const mirror = new Mirror(user.id);
  await keepRows(mirror, 'applications', [anApplication()]);
  await changeStatus(mirror, anApplication(), { status: 'signed', notes: null });
  mirror.close();
  const held = await heldOpen(user.id);
  await first.signOut('discard');
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/logout');
  for (const table of ['applications', 'outbox', 'meta']) {
    const counting = held.transaction(table).objectStore(table).count();
    await new Promise((resolve) => {
      counting.onsuccess = resolve;
    });
    expect([table, counting.result]).toEqual([table, 0]);
  }

  expect(storage.getItem('agency-departure')).toContain('"userId"');
  held.close();
  load();
  await vi.waitUntil(async () => !(await Dexie.exists(mirrorName(user.id))));
  await vi.waitUntil(() => !storage.getItem('agency-departure')?.includes('"userId"'));
});

test('W-18 a database that a frozen page holds open is deleted once the browser has dropped that page', async () => {
  const { user, network, storage, first } = await aSignedInPage();
  const mirror = new Mirror(user.id);
  await keepRows(mirror, 'applications', [anApplication()]);
  mirror.close();
  const held = await heldOpen(user.id);
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path !== dropPageCache.path) return network.fetch(path, init);
    held.close();
    return new Response(null, { status: statusOf(dropPageCache) });
  });
  await first.signOut('discard');
  expect(await Dexie.exists(mirrorName(user.id))).toBe(false);
  expect(storage.getItem('agency-departure') ?? '').not.toContain('"userId"');
});

test.each([
  ['everything', { keepOutbox: false }],
  ['the records', { keepOutbox: true }],
])(
  'W-18 a wipe of %s that is still at work when its user signs in again in another tab touches nothing',
  async (_, { keepOutbox }) => {
    const { user, storage, left, load } = await aUsedPage();
    const identity = storage.getItem('agency-identity') ?? '';
    storage.removeItem('agency-identity');
    const departure = { wipe: [{ userId: user.id, keepOutbox }], revoke: false };
    storage.setItem('agency-departure', JSON.stringify(departure));
    leftBehind.setState({ records: true });
    load();
    storage.removeItem('agency-departure');
    storage.setItem('agency-identity', identity);
    await vi.waitUntil(() => !leftBehind.getState().records);
    expect(await left()).toEqual({ rows: 1, unsent: 1, draft: 'Ana' });
  },
);

test('W-18 a database that could not be deleted stays due, until its user signs in again', async () => {
  const { user, server, storage, left, first, load } = await aUsedPage();
  const held = await heldOpen(user.id);
  /** Each start waits a second for the deletion. */
  const aStart = () => {
    leftBehind.setState({ records: true });
    load();
    return vi.waitUntil(() => !leftBehind.getState().records);
  };
  await first.signOut('discard');
  for (let starts = 0; starts < 2; starts += 1) {
    await aStart();
    expect(storage.getItem('agency-departure')).toContain(`"userId":${user.id}`);
  }

  server.user = user;
  vi.stubGlobal('fetch', async () => Response.json(user));
  const last = load();
  await last.signIn(LOGIN);
  expect(storage.getItem('agency-departure')).toBeNull();
  held.close();
  const mirror = new Mirror(user.id);
  await keepRows(mirror, 'applications', [anApplication()]);
  mirror.close();
  await aStart();
  expect(await left()).toEqual({ rows: 1, unsent: 0, draft: null });
});

test('W-18 A-12 where a database does not open, the sign-out says what is left, and a sign-in does not wait for it', async () => {
  const { user, server, network, storage, assign, first, load } = await aSignedInPage();
  // A version without any table: the wipe's upgrade waits for this page.
  await heldOpen(user.id, 1);
  await first.signOut('discard');
  expect(assign).toHaveBeenCalledExactlyOnceWith('/auth');
  expect(leftBehind.getState()).toEqual({ records: true });

  server.user = null;
  const { state, signIn } = load();
  await vi.waitUntil(() => !state.getState().loading);
  server.user = user;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path === '/api/login' ? Response.json(user) : network.fetch(path, init),
  );
  expect(await signIn(LOGIN)).toEqual(user);
  // The wipe is over: what this user saves now must stay.
  expect(storage.getItem('agency-departure')).toBeNull();
});

test('W-18 an unfinished wipe is not forgotten when another user signs in and out', async () => {
  const { user, server, network, storage, first, load } = await aSignedInPage();
  const mirror = new Mirror(user.id);
  await keepRows(mirror, 'applications', [anApplication()]);
  mirror.close();
  // A page that does not let go: the database is emptied, and not deleted.
  const held = await heldOpen(user.id);
  await first.signOut('discard');
  const another = aUser(user.id + 20_000);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== '/api/login') return network.fetch(path, init);
    server.user = another;
    return Response.json(another);
  });
  const second = createSession();
  await second.signIn(LOGIN);
  const records = new Mirror(another.id);
  await keepRows(records, 'applications', [anApplication()]);
  records.close();
  const blocked = await heldOpen(another.id);
  await second.signOut('discard');
  const left = JSON.parse(storage.getItem('agency-departure') ?? '').wipe;
  expect(left).toEqual([
    { userId: user.id, keepOutbox: false },
    { userId: another.id, keepOutbox: false },
  ]);

  held.close();
  blocked.close();
  load();
  for (const { id } of [user, another]) {
    await vi.waitUntil(async () => !(await Dexie.exists(mirrorName(id))));
  }
  await vi.waitUntil(() => !storage.getItem('agency-departure')?.includes('userId'));
});

test('W-13 W-18 what one tab does, the others hear', async () => {
  const { user, storage, page, first } = await aSignedInPage();
  const another = aUser(users + 9_000);
  const tell = () =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'agency-identity' }));

  storage.setItem('agency-identity', JSON.stringify(another));
  tell();
  expect(first.state.getState().user).toEqual(another);
  storage.removeItem('agency-identity');
  tell();
  expect(first.state.getState().user).toBeNull();
  expect(user.id).not.toBe(another.id);
});
