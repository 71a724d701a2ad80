import 'fake-indexeddb/auto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  allShares,
  claimShares,
  dropShare,
  keepShare,
  LARGEST_SHARE,
  leaveShares,
  MOST_SHARES,
  restoreShare,
  type Share,
  sharesOf,
} from './shares.ts';
import { setting } from './worker.ts';

beforeEach(async () => {
  for (const { name } of await allShares()) await dropShare(name);
  await leaveShares(1, true);
});

function aForm(text: string, file?: File): Request {
  const body = new FormData();
  body.set('text', text);
  if (file) body.append('files', file);
  return new Request('https://agency.example/dashboard/shared', { method: 'POST', body });
}

async function textOf({ value, type }: Share): Promise<unknown> {
  const answer = new Response(value, { headers: { 'Content-Type': type } });
  return (await answer.formData()).get('text');
}

const textsOf = async (userId: number) => Promise.all((await sharesOf(userId)).map(textOf));

test('what is shared is kept as it came, until it is dropped; it can be brought back', async () => {
  expect(await keepShare(aForm('Hello <b>you</b>', new File(['\xff'], 'a.csv')))).toBeNull();
  const [share] = await sharesOf(7);
  if (!share) throw new Error('Nothing is kept.');
  expect(await textOf(share)).toBe('Hello <b>you</b>');
  await dropShare(share.name);
  expect(await allShares()).toEqual([]);
  await restoreShare(share);
  expect(await textsOf(7)).toEqual(['Hello <b>you</b>']);
});

test('what is too large, or too much, is refused with the reason, and nothing before it is lost', async () => {
  const large = new File([new Uint8Array(LARGEST_SHARE)], 'large.csv');
  expect(await keepShare(aForm('', large))).toBe('large');
  for (let n = 0; n < MOST_SHARES; n += 1) expect(await keepShare(aForm(`${n}`))).toBeNull();
  expect(await keepShare(aForm('one more'))).toBe('full');
  expect((await textsOf(7)).map(Number)).toEqual(Array.from({ length: MOST_SHARES }, (_, n) => n));
});

test('a full phone says so', async () => {
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  onTestFinished(() => spy.mockRestore());
  expect(await keepShare(aForm('Hello'))).toBe('full');
});

test('before anybody has signed in it waits for the first user, then it is of no other', async () => {
  await keepShare(aForm('before'));
  expect([await textsOf(1), await textsOf(2)]).toEqual([['before'], ['before']]);
  await claimShares(1);
  // The session of user 1 has expired: the worker still knows whose phone it is.
  await keepShare(aForm('after'));
  await claimShares(2);
  expect([await textsOf(1), await textsOf(2)]).toEqual([['before', 'after'], []]);
  await keepShare(aForm('of 2'));
  expect(await textsOf(2)).toEqual(['of 2']);
});

test('a sign-out removes what was kept for the user, unless his changes stay, too; the next one is free again', async () => {
  await claimShares(1);
  await keepShare(aForm('of 1'));
  await leaveShares(2, false);
  await leaveShares(1, true);
  expect(await textsOf(1)).toEqual(['of 1']);
  await keepShare(aForm('of nobody'));
  await leaveShares(1, false);
  expect(await textsOf(2)).toEqual(['of nobody']);
  expect(await setting('user')).toBeUndefined();
});
