import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { ViewDraft } from '#contract/views.ts';
import { serverState } from '#pwa/local/database/server-state.ts';
import { writeFailed } from '#pwa/local/outbox/in-flight.ts';
import { retry } from '#pwa/local/outbox/outbox-actions.ts';
import { readViews } from '#pwa/local/rows/saved-views.ts';
import { removeView, saveView } from '#pwa/test/commands.ts';
import { aPhoneWithApplication } from '#pwa/test/phone.ts';
import { setTo } from '#pwa/test/set-to.ts';
import { type Accepted, accept } from './accept.ts';

// A tab freezes with an answer in hand. Another tab steals the lock and gets the answer of the same key; changes that
// were queued later may have been answered by then, too.

/** A phone that has queued a change. `thaw` has a tab write its first answer, which came before the tab froze. */
async function aRobbedTab(make: (phone: Phone) => Promise<unknown>) {
  const phone = await aPhoneWithApplication();
  const { mirror, network, pass } = phone;
  let reply: unknown;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await network.fetch(path, init);
    if (init?.method === 'GET' || reply !== undefined) return answer;
    reply = answer.status === 204 ? null : await answer.json();
    throw new TypeError('Failed to fetch');
  });
  await make(phone);
  const [entry] = await mirror.outbox.toArray();
  if (!entry) throw new Error('Nothing is queued.');
  await pass(200);
  expect(reply).toBeDefined();
  const late = { entry, reply: reply ?? undefined } as Accepted;
  const thaw = async () => accept(mirror, [late], await serverState(mirror), 0);
  return { ...phone, entry, thaw };
}

type Phone = Awaited<ReturnType<typeof aPhoneWithApplication>>;

const NAMED: ViewDraft = {
  name: 'Like Leo Sanz',
  list: 'applications',
  filter: 'all',
  sort: 'name',
  where: {},
  columns: null,
};

test('W-11 a late answer leaves the question about a newer change as it is', async () => {
  const phone = await aRobbedTab(({ mirror, id }) => setTo(mirror, id, 'in_review'));
  const { server, mirror, id, pass, thaw } = phone;
  server.setStatus(id, 'interview');
  const key = await setTo(mirror, id, 'signed');
  await pass(5_000);
  const question = { key, mine: 'signed', theirs: 'interview' };
  expect(await mirror.questions.toArray()).toMatchObject([question]);
  await thaw();
  expect(await mirror.questions.toArray()).toMatchObject([question]);
});

test('a late answer does not bring back a view that was removed meanwhile', async () => {
  const phone = await aRobbedTab(({ mirror }) => saveView(mirror, null, NAMED));
  const { server, mirror, pass, thaw } = phone;
  for (const view of await readViews(mirror)) await removeView(mirror, view);
  await pass(5_000);
  expect([server.views.size, await mirror.outbox.count()]).toEqual([0, 0]);
  await thaw();
  expect(await readViews(mirror)).toEqual([]);
  const accepted = (await mirror.ended.toArray()).flatMap(({ entries }) => entries);
  expect(accepted.map(({ type }) => type)).toEqual(['view-removed']);
});

test('a late answer leaves the change that a person has tried again', async () => {
  const phone = await aRobbedTab(({ mirror, id }) => setTo(mirror, id, 'in_review'));
  const { network, mirror, entry, thaw } = phone;
  network.fault = () => 'drop-before';
  await mirror.outbox.update(entry.seq, { state: 'refused' });
  const key = await retry(mirror, entry.key);
  const failed = { entry, update: { state: 'refused', tries: 1 } } as const;
  await writeFailed(mirror, [failed]);
  await thaw();
  expect(await mirror.outbox.toArray()).toMatchObject([{ key, state: 'waiting', tries: 0 }]);
});
