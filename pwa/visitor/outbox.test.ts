import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { timeOfId } from '#contract/fields/ids.ts';
import type { InquiryDraft } from '#contract/inquiry.ts';
import { momentNow } from '#pwa/lib/time/server-clock.ts';
import {
  dropEntry,
  isInPageOnly,
  keepEntry,
  sendEntry,
  sendWaiting,
  unsentEntries,
} from './outbox.ts';
import { dropReceipt, readReceipts } from './receipts.ts';
import { onSettled } from './settled.ts';
import { getRow } from './store.ts';

const INQUIRY = { path: '/api/contact', body: { name: 'Lena' } };
const TRACK = { path: '/api/campaigns/7/track', body: null };

/** Answers every call in turn with these; `Error` means that no answer came. Keeps the requests. */
function network(...answers: (Response | Error)[]) {
  const requests: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, init });
    const answer = answers.shift() ?? new Error('no more answers');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return requests;
}

/** From now on no room is left on the phone. Returns how to make room. */
function fullPhone(): () => void {
  const { put } = IDBObjectStore.prototype;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put');
  spy.mockImplementation(function refuse(this: IDBObjectStore, ...row) {
    const request = put.apply(this, row);
    this.transaction.abort();
    return request;
  });
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
}

/** Removes a row behind this page's back. */
async function removedElsewhere(key: string): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('visitor');
    request.onsuccess = () => resolve(request.result);
  });
  await new Promise((done) => {
    const transaction = database.transaction('outbox', 'readwrite');
    transaction.objectStore('outbox').delete(key);
    transaction.oncomplete = done;
  });
  database.close();
}

/** A script of its own, which shares only the disk with the others. */
async function aScript() {
  vi.resetModules();
  const [outbox, inquiry] = await Promise.all([
    import('./outbox.ts'),
    import('#pwa/features/inquiry/send-inquiry.ts'),
  ]);
  return { outbox, inquiry };
}

async function clean(): Promise<void> {
  for (const { key } of await unsentEntries()) await dropEntry(key);
}

test('a network that is back begins the pauses anew: its first failed try is made again within 2 s', async () => {
  await clean();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { outbox } = await aScript();
  const requests = network();
  await outbox.keepEntry(TRACK);
  for (let round = 0; round < 8; round += 1) await outbox.keepTrying();
  await outbox.keepTrying(true);
  expect(requests).toHaveLength(9);
  vi.advanceTimersByTime(2_000);
  await vi.waitFor(() => expect(requests).toHaveLength(10));
});

test('K-01 a scan is sent once, with a JSON content type and no body, and then forgotten', async () => {
  await clean();
  const requests = network(new Response(null, { status: 204 }));
  const key = await keepEntry(TRACK);

  expect(await sendEntry(key)).toEqual({ kind: 'sent' });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.init.body).toBeNull();
  expect(new Headers(requests[0]?.init.headers).get('Content-Type')).toBe('application/json');
  expect(new Headers(requests[0]?.init.headers).get('Idempotency-Key')).toBe(key);
  expect(await unsentEntries()).toEqual([]);
});

test('W-14 what got no answer waits under the same key, which tells when it was made', async () => {
  await clean();
  const requests = network(new TypeError('Failed to fetch'), new Response(null, { status: 201 }));
  const before = Date.now();
  const key = await keepEntry({ path: '/api/contact', body: { name: 'Lena' } });

  expect(await sendEntry(key)).toMatchObject({ kind: 'waiting', answered: false });
  expect((await unsentEntries()).map((entry) => entry.key)).toEqual([key]);
  expect(timeOfId(key)).toBeGreaterThanOrEqual(before);

  expect(await sendWaiting()).toBe(true);
  const keys = requests.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
  expect(keys).toEqual([key, key]);
});

test('fault 16 what was made by a wrong clock keeps its moment when it is corrected before it is sent', async () => {
  await clean();
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const trueNow = Date.now() + 3 * 24 * 60 * 60_000;
  const headers = { Date: new Date(trueNow).toUTCString() };
  const requests = network(
    new Response(null, { status: 204, headers }),
    new Response(null, { status: 201 }),
  );
  await sendEntry(await keepEntry(TRACK));
  const key = await keepEntry({ ...INQUIRY, ...momentNow() });
  vi.setSystemTime(trueNow);

  expect(await sendEntry(key)).toEqual({ kind: 'sent' });
  const told = new Headers(requests[1]?.init.headers).get('Made-At');
  expect(Math.abs(Number(told) - trueNow)).toBeLessThan(2_000);
});

test('fault 16 the time of an inquiry is right by what the loader has learnt, also when another script sends it', async () => {
  await clean();
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const trueNow = Date.now() + 3 * 24 * 60 * 60_000;
  const headers = { Date: new Date(trueNow).toUTCString() };
  const requests = network(
    new Response(null, { status: 204, headers }),
    new TypeError('No signal.'),
    new Response(null, { status: 201 }),
  );
  const loader = await aScript();
  await loader.outbox.sendEntry(await loader.outbox.keepEntry(TRACK));
  await vi.waitUntil(async () => (await getRow('settings', 'clock')) !== undefined);

  const { sendInquiry } = (await aScript()).inquiry;
  const body = { name: 'Lena' } as InquiryDraft;
  const result = await sendInquiry(body, { replaces: null, onStored: () => undefined });
  expect(result).toMatchObject({ kind: 'waiting' });
  vi.setSystemTime(trueNow);

  expect(await (await aScript()).outbox.sendWaiting()).toBe(true);
  const told = new Headers(requests[2]?.init.headers).get('Made-At');
  expect(Math.abs(Number(told) - trueNow)).toBeLessThan(2_000);
});

test('a captive portal that answers with a page of its own is no answer', async () => {
  await clean();
  network(
    new Response('<html>Welcome to the hotel</html>', {
      status: 200,
      headers: { 'Content-Type': 'text/html' },
    }),
    new Response('<html>Pay first</html>', { status: 402 }),
  );
  const key = await keepEntry(TRACK);
  expect(await sendEntry(key)).toMatchObject({ kind: 'waiting' });
  expect(await sendEntry(key)).toMatchObject({ kind: 'waiting' });
  expect(await unsentEntries()).toHaveLength(1);
});

test('a refusal of ours ends the waiting and is told with its reason', async () => {
  await clean();
  network(Response.json({ code: 'campaign-not-found', message: 'No.' }, { status: 404 }));
  const heard: string[] = [];
  const stop = onSettled((_entry, result) => heard.push(result.kind));
  const key = await keepEntry(TRACK);

  expect(await sendEntry(key)).toMatchObject({ kind: 'refused', problem: { message: 'No.' } });
  expect(await unsentEntries()).toEqual([]);
  expect(heard).toEqual(['refused']);
  stop();
});

test('W-12 a message that is refused while nobody looks on stays, with the reason, and is not sent again', async () => {
  await clean();
  const problem = { code: 'invalid-input', message: 'No.' };
  const requests = network(Response.json(problem, { status: 400 }));
  await keepEntry({ path: '/api/contact', body: { name: 'Lena' } });

  expect(await sendWaiting()).toBe(true);
  expect(await unsentEntries()).toMatchObject([{ body: { name: 'Lena' }, problem }]);
  expect(await sendWaiting()).toBe(true);
  expect(requests).toHaveLength(1);
});

test.each([INQUIRY, TRACK])(
  'W-14 W-15 on a full phone $path is sent from the page, and called sent only then',
  async (call) => {
    await clean();
    fullPhone();
    const requests = network(new TypeError('No signal.'), new Response(null, { status: 201 }));
    const key = await keepEntry(call);
    expect(isInPageOnly()).toBe(true);

    expect(await sendEntry(key)).toMatchObject({ kind: 'waiting' });
    expect((await unsentEntries()).map((entry) => entry.key)).toEqual([key]);
    expect(await sendWaiting()).toBe(true);
    expect(await unsentEntries()).toEqual([]);
    expect(isInPageOnly()).toBe(false);
    const keys = requests.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
    expect(keys).toEqual([key, key]);
  },
);

test('W-14 the later texts of an inquiry follow it as corrections, in order, if its first one had arrived', async () => {
  await clean();
  const reused = () => Response.json({ code: 'key-reused', message: 'No.' }, { status: 422 });
  const done = () => new Response(null, { status: 204 });
  const lost = new TypeError('No signal.');
  const requests = network(reused(), done(), lost, reused(), done(), done());
  const correction = (text: string) =>
    ({ key: text, method: 'PUT', path: '/api/contact/link', body: { message: text } }) as const;
  const later = [correction('second'), correction('third')];
  const key = await keepEntry({ ...INQUIRY, body: { message: 'third' }, later });
  expect(await sendEntry(key)).toMatchObject({ kind: 'waiting' });
  expect((await unsentEntries()).map((entry) => entry.key)).toEqual([key]);
  expect(await sendWaiting()).toBe(true);
  const round = [key, 'second', 'third'];
  const keys = requests.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
  expect(keys).toEqual([...round, ...round]);
  expect(await unsentEntries()).toEqual([]);
});

test('W-12 on a full phone a refused message stays on the page, with the reason', async () => {
  await clean();
  const problem = { code: 'invalid-input', message: 'No.' };
  const requests = network(new TypeError('No signal.'), Response.json(problem, { status: 400 }));
  const key = await keepEntry(INQUIRY);
  await sendEntry(key);
  fullPhone();

  expect(await sendWaiting()).toBe(true);
  expect(await unsentEntries()).toMatchObject([{ key, ...INQUIRY, problem }]);
  expect(await sendWaiting()).toBe(true);
  expect(requests).toHaveLength(2);
});

test('W-14 a row that another page has removed is called sent only by the server', async () => {
  await clean();
  const requests = network(new TypeError('No signal.'), new Response(null, { status: 201 }));
  const key = await keepEntry(INQUIRY);
  await removedElsewhere(key);
  expect(await sendEntry(key)).toMatchObject({ kind: 'waiting' });
  expect(requests).toEqual([]);

  expect(await sendEntry(key, { key, ...INQUIRY })).toMatchObject({ kind: 'waiting' });
  expect(await sendEntry(key, { key, ...INQUIRY })).toEqual({ kind: 'sent' });
  const keys = requests.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
  expect(keys).toEqual([key, key]);
});

test('W-14 a disk that never answers delays a scan by seconds, and holds it up no longer', async () => {
  await clean();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const silent = { objectStore: () => ({ put: () => ({}) }), addEventListener: () => {} };
  spy.mockImplementation(() => silent as never);
  onTestFinished(() => {
    spy.mockRestore();
    vi.useRealTimers();
  });
  const { keepEntry, isInPageOnly, dropEntry } = (await aScript()).outbox;
  const kept = keepEntry(TRACK);
  for (const _ of [1, 2]) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(3_000);
  }
  await kept;
  expect(isInPageOnly()).toBe(true);
  spy.mockRestore();
  vi.useRealTimers();
  await dropEntry(await kept);
});

test('one entry that the server cannot take now does not hold up the others', async () => {
  await clean();
  network(new Response('', { status: 500 }), new Response(null, { status: 204 }));
  const first = await keepEntry(TRACK);
  await keepEntry(TRACK);

  expect(await sendWaiting()).toBe(false);
  expect((await unsentEntries()).map((entry) => entry.key)).toEqual([first]);
});

test.each([
  [409, 'application-exists', 'refused'],
  [422, 'key-reused', 'refused'],
  [409, null, 'waiting'],
  [404, null, 'waiting'],
  [429, 'too-many-requests', 'waiting'],
  [503, 'not-ready', 'waiting'],
] as const)(
  'an answer %s with code %s leaves a call %s, as in the office',
  async (status, code, kind) => {
    await clean();
    network(
      code ? Response.json({ code, message: 'No.' }, { status }) : new Response('', { status }),
    );
    expect(await sendEntry(await keepEntry(TRACK))).toMatchObject({ kind });
  },
);

test('K-01 a page that is frozen while it stores a call lets go of the table, and stores it when it goes on', async () => {
  await clean();
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { reload: () => undefined });
  vi.resetModules();
  const frozen = await import('./outbox.ts');
  const { put } = IDBObjectStore.prototype;
  const storing = new Promise<IDBTransaction>((resolve) => {
    const spy = vi.spyOn(IDBObjectStore.prototype, 'put');
    spy.mockImplementationOnce(function tell(this: IDBObjectStore, ...row) {
      resolve(this.transaction);
      return put.apply(this, row);
    });
    onTestFinished(() => spy.mockRestore());
  });
  const kept = frozen.keepEntry(INQUIRY);
  const transaction = await storing;
  const aborted = new Promise((resolve) => {
    transaction.addEventListener('abort', resolve);
  });
  page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  await aborted;
  const key = await kept;
  expect(await frozen.unsentEntries()).toMatchObject([{ key }]);
  expect(frozen.isInPageOnly()).toBe(false);
  await frozen.dropEntry(key);
});

test('an inquiry that has arrived leaves a receipt, whoever sent it; a visit leaves none', async () => {
  const key = await keepEntry({
    path: '/api/contact',
    body: { name: 'Lena', linkToken: 'secret' },
  });
  const visit = await keepEntry(TRACK);
  network(new Error('lost'));
  await sendWaiting();
  const receiptsHere = async () =>
    (await readReceipts()).filter((receipt) => [key, visit].includes(receipt.key));
  expect(await receiptsHere()).toEqual([]);

  network(new Response(null, { status: 201 }), new Response(null, { status: 201 }));
  expect(await sendWaiting()).toBe(true);
  const receipts = await receiptsHere();
  expect(receipts).toEqual([{ key, linkToken: 'secret', arrivedAt: expect.any(Number) }]);

  for (const receipt of receipts) await dropReceipt(receipt);
  expect(await receiptsHere()).toEqual([]);
});

test('a disk that cannot be read is not taken for one with nothing to send', async () => {
  network();
  const reading = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('The disk is unreadable.', 'UnknownError');
  });
  onTestFinished(() => reading.mockRestore());
  expect(await sendWaiting()).toBe(false);
  expect(await unsentEntries()).toEqual([]);
  reading.mockRestore();
  expect(await sendWaiting()).toBe(true);
});
