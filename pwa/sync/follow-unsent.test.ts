import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, test, vi } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import { unknownKeys } from '#contract/sync.ts';
import { MOST_NOTED } from '#contract/unsent.ts';
import { isOffline, markUnanswered } from '#pwa/lib/connection.ts';
import { emptyStaleCopies } from '#pwa/local/database/empty-stale.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { mirrorName } from '#pwa/local/database/mirror-name.ts';
import { takeBack } from '#pwa/local/outbox/undo.ts';
import { notedUnsent, noteUnsent, putAwayLoss } from '#pwa/local/outbox/unsent-note.ts';
import { readNewest } from '#pwa/local/rows/read-rows.ts';
import { wipe } from '#pwa/session/leave-device.ts';
import { changeStatus } from '#pwa/test/commands.ts';
import { MemoryStorage } from '#pwa/test/memory-storage.ts';
import { mirrored } from '#pwa/test/mirrored.ts';
import { aPhone, type Tab } from '#pwa/test/phone.ts';
import { syncStatus } from './status-store.ts';

/** A phone on which `count` applications are, with ways to change them and to lose its storage. */
async function aPhoneWith(count: number) {
  const phone = aPhone();
  const { server, network, userId } = phone;
  for (let at = 0; at < count; at += 1) server.addApplication();
  const tab = phone.openTab();
  await phone.pass(1_000);
  return {
    ...phone,
    tab,
    /** Signs the newest applications that are still pending; the keys of the changes. */
    async change(mirror: Mirror, changes: number): Promise<string[]> {
      const rows = await readNewest(mirror, 'applications', count);
      const keys: string[] = [];
      for (const row of rows.filter(({ status }) => status === 'pending').slice(0, changes)) {
        keys.push(await changeStatus(mirror, row, { status: 'signed', notes: null }));
      }
      return keys;
    },
    /** The browser clears its databases, as it does when space is short. */
    async evict(open: Tab): Promise<void> {
      open.close();
      // Requests in flight meet the connection as it is now.
      await phone.settle();
      await Dexie.delete(mirrorName(userId));
    },
    /** How often the server was asked what has arrived. */
    asked: () => network.sent.filter(({ path }) => path === unknownKeys.path).length,
  };
}

test('fault 25 a cookie notes the queued changes until they are sent', async () => {
  const { network, userId, tab, change, pass } = await aPhoneWith(3);
  network.fault = () => 'drop-before';
  const keys = await change(tab.mirror, 2);
  await pass(500);
  expect(notedUnsent(userId)).toEqual(keys);

  await takeBack(tab.mirror, keys[0] ?? '');
  await pass(500);
  expect(notedUnsent(userId)).toEqual(keys.slice(1));

  network.fault = () => null;
  await pass(10_500);
  expect(notedUnsent(userId)).toEqual([]);
  expect(document.cookie).toBe('');
});

test('fault 25 a change is noted at once, also when the browser closes the database while the page reads it', async () => {
  const { network, userId, tab, change, pass } = await aPhoneWith(3);
  network.fault = () => 'drop-before';
  const [first = ''] = await change(tab.mirror, 1);
  await pass(500);
  vi.spyOn(tab.mirror.outbox, 'limit').mockImplementationOnce(() => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  });
  const [second = ''] = await change(tab.mirror, 1);
  // Less than the shortest backoff.
  await pass(400);
  expect(notedUnsent(userId)).toEqual([first, second]);
});

test('fault 25 after the storage was cleared, the person is told how many unsent changes are lost', async () => {
  const { server, network, userId, tab, change, evict, openTab, pass, asked } = await aPhoneWith(4);
  network.fault = () => 'drop-after';
  const [arrived = ''] = await change(tab.mirror, 1);
  await pass(500);
  network.fault = () => 'drop-before';
  const lost = await change(tab.mirror, 2);
  await pass(500);
  expect(notedUnsent(userId)).toEqual([arrived, ...lost]);

  await evict(tab);
  network.fault = () => null;
  const { mirror } = openTab();
  await pass(1_000);
  expect(syncStatus.getState().loss).toEqual({ lost: 2, isMore: false });
  expect(server.applied).toEqual(new Map([[arrived, 1]]));
  expect(await mirrored(mirror, 'applications')).toHaveLength(4);
  expect(notedUnsent(userId)).toEqual([]);
  expect(asked()).toBe(1);
});

test('fault 25 a loss is told once, whichever tab dismisses it', async () => {
  const { network, tab, change, evict, openTab, pass, asked } = await aPhoneWith(1);
  network.fault = () => 'drop-before';
  await change(tab.mirror, 1);
  await pass(500);
  await evict(tab);
  network.fault = () => null;
  const [one, other] = [openTab(), openTab()];
  await pass(1_000);
  expect(await one.mirror.meta.get('loss')).toEqual({ key: 'loss', lost: 1, isMore: false });

  await putAwayLoss(other.mirror);
  await pass(500);
  expect(syncStatus.getState().loss).toBeNull();
  one.close();
  other.close();
  const before = asked();
  openTab();
  await pass(1_000);
  expect(syncStatus.getState().loss).toBeNull();
  expect(asked()).toBe(before);
});

test('fault 25 offline the note stays, and the loss is counted once there is a connection', async () => {
  const { network, userId, tab, change, evict, openTab, pass } = await aPhoneWith(2);
  network.fault = () => 'drop-before';
  const [lost] = await change(tab.mirror, 1);
  await pass(500);
  await evict(tab);
  openTab();
  await pass(5_000);
  expect(notedUnsent(userId)).toEqual([lost]);
  expect(syncStatus.getState().loss).toBeNull();

  network.fault = () => null;
  await pass(20_000);
  expect(syncStatus.getState().loss).toEqual({ lost: 1, isMore: false });
  expect(notedUnsent(userId)).toEqual([]);
});

test('fault 25 after the session ended, a loss is told at the next sign-in', async () => {
  const { network, tab, change, evict, openTab, pass } = await aPhoneWith(2);
  network.fault = () => 'signed-out';
  await change(tab.mirror, 2);
  await pass(500);
  await evict(tab);
  const { engine } = openTab();
  await pass(1_000);
  expect(syncStatus.getState().loss).toBeNull();
  network.fault = () => null;
  await engine.sendNow();
  await pass(1_000);
  expect(syncStatus.getState().loss).toEqual({ lost: 2, isMore: false });
});

test('fault 25 only the oldest changes are noted, and the notice says that more are lost', async () => {
  const { network, userId, tab, change, evict, openTab, pass } = await aPhoneWith(MOST_NOTED + 2);
  network.fault = () => 'drop-before';
  const keys = await change(tab.mirror, MOST_NOTED + 2);
  await pass(500);
  expect(notedUnsent(userId)).toEqual(keys.slice(0, MOST_NOTED));
  expect(document.cookie.length).toBeLessThan(2_000);

  await evict(tab);
  network.fault = () => null;
  openTab();
  await pass(1_000);
  expect(syncStatus.getState().loss).toEqual({ lost: MOST_NOTED, isMore: true });
});

test('fault 25 changes that a person discarded or kept at sign-out are not told as lost', async () => {
  const { network, userId, tab, change, openTab, pass, asked } = await aPhoneWith(3);
  vi.stubGlobal('localStorage', new MemoryStorage());
  network.fault = () => 'drop-before';
  const keys = await change(tab.mirror, 2);
  await pass(500);
  tab.close();
  await wipe(userId, { keepOutbox: true });
  expect(notedUnsent(userId)).toEqual(keys);
  // An old answer brings an old note.
  noteUnsent(userId, [...keys, newId()]);
  const kept = openTab();
  await pass(1_000);
  expect(await kept.mirror.meta.get('loss')).toMatchObject({ lost: 0 });

  kept.close();
  await wipe(userId, { keepOutbox: false });
  expect(notedUnsent(userId)).toEqual([]);
  // The answer of the sign-out clears the storage; an old answer that comes after it brings an old note.
  localStorage.clear();
  noteUnsent(userId, keys);
  network.fault = () => null;
  openTab();
  await pass(1_000);
  expect(syncStatus.getState().loss).toBeNull();
  expect(asked()).toBe(0);
  expect(notedUnsent(userId)).toEqual([]);
});

test('fault 25 a copy that was emptied because its clock was wrong has lost no change', async () => {
  const { network, userId, tab, change, openTab, pass } = await aPhoneWith(3);
  network.fault = () => 'drop-before';
  const keys = await change(tab.mirror, 2);
  await pass(500);
  tab.close();
  await tab.mirror.open();
  for (const state of await tab.mirror.meta.toArray())
    if ('syncedAt' in state) await tab.mirror.meta.put({ ...state, syncedAt: 1 });
  tab.mirror.close();
  await emptyStaleCopies([mirrorName(userId)]);
  noteUnsent(userId, [...keys, newId()]);
  network.fault = () => null;
  openTab();
  await pass(1_000);
  expect(syncStatus.getState().loss).toBeNull();
});

test('fault 25 an answer that broke off has set an old note, and the page corrects it', async () => {
  const { userId, tab, change, pass } = await aPhoneWith(2);
  const keys = await change(tab.mirror, 1);
  await pass(1_000);
  expect(notedUnsent(userId)).toEqual([]);

  noteUnsent(userId, keys);
  // Another request was answered after that one had begun.
  markUnanswered(0);
  expect(isOffline()).toBe(false);
  expect(notedUnsent(userId)).toEqual([]);
});
