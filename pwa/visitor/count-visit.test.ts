import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { countVisit } from './count-visit.ts';
import { sendWaiting, unsentEntries } from './outbox.ts';
import { putRow } from './store.ts';

/** Answers every call in turn with these; `Error` means that no answer came. Keeps paths and keys. */
function network(...answers: (Response | Error)[]) {
  const requests: { path: string; key: string | null; zone: string | null }[] = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    const told = new Headers(headers);
    requests.push({ path, key: told.get('Idempotency-Key'), zone: told.get('Device-Zone') });
    const answer = answers.shift() ?? new Error('no more answers');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return requests;
}

const portal = () => new Response('<h1>Hotel</h1>', { headers: { 'Content-Type': 'text/html' } });

test('K-01 a visit that arrives leaves nothing to send; the next one of this device says so', async () => {
  const requests = network(
    new Response(null, { status: 204 }),
    new Response(null, { status: 204 }),
  );
  expect(await countVisit(7)).toBeUndefined();
  expect(await countVisit(7)).toBeUndefined();
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/campaigns/7/track',
    '/api/campaigns/7/track?again',
  ]);
  expect(await unsentEntries()).toEqual([]);
});

test.each([
  ['no answer', () => new Error('no network')],
  ['a portal', portal],
  ['a server in trouble', () => Response.json({ code: 'unexpected' }, { status: 500 })],
])('W-15 a visit that meets %s is kept, and goes again under the same key', async (_, answer) => {
  const requests = network(answer(), new Response(null, { status: 204 }));
  const left = await countVisit(8);
  expect((await unsentEntries()).map(({ key }) => key)).toEqual([left?.key]);
  expect(await sendWaiting()).toBe(true);
  expect(requests.map(({ key }) => key)).toEqual([left?.key, left?.key]);
  const ahead = String(-new Date().getTimezoneOffset());
  expect(requests.map(({ zone }) => zone)).toEqual([ahead, ahead]);
  expect(await unsentEntries()).toEqual([]);
});

test('K-08 a visit of a campaign that is not there is sent once', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const requests = network(Response.json({ code: 'campaign-not-found' }, { status: 404 }));
  expect(await countVisit(9)).toBeUndefined();
  expect(requests).toHaveLength(1);
  expect(warn).toHaveBeenCalledOnce();
  expect(await unsentEntries()).toEqual([]);
});

test('only a visit that has arrived, or still can, makes the next one of this device a return', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const requests = network(
    Response.json({ code: 'campaign-not-found' }, { status: 404 }),
    new Error('no network'),
    new Error('no network'),
    new Response(null, { status: 204 }),
    new Response(null, { status: 204 }),
    new Response(null, { status: 204 }),
  );
  for (const _ of ['lost', 'kept', 'kept, too']) await countVisit(11);
  expect(await sendWaiting()).toBe(true);
  await countVisit(11);
  const path = '/api/campaigns/11/track';
  const again = `${path}?again`;
  expect(requests.map((each) => each.path)).toEqual([path, path, again, path, again, again]);
});

test('a visit that the disk refuses is sent all the same', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await putRow('settings', { name: 'any' })).toBe(false);
  const requests = network(new Error('no network'));
  const left = await countVisit(10);
  expect(requests).toMatchObject([{ path: '/api/campaigns/10/track', key: left?.key }]);
  put.mockRestore();
});
