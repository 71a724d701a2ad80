import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Application } from '#contract/applications.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { takeBack } from '#pwa/local/outbox/undo.ts';
import {
  changeStatus,
  convertContact,
  removeApplication,
  reverseConversion,
} from '#pwa/test/commands.ts';
import { mirrored } from '#pwa/test/mirrored.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { readAll, readList, readNewest, readRemoved, readRow } from './read-rows.ts';

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
const listed = async (mirror: Mirror) => idsOf(await readList(mirror, 'applications'));
const removed = async (mirror: Mirror) => idsOf(await readRemoved(mirror));

async function seen(mirror: Mirror, id: string): Promise<Application> {
  const row = await readRow(mirror, 'applications', id);
  if (!row) throw new Error('The application is not there.');
  return row;
}

test('a removed application is in no list at once, without a signal too; Undo puts it back', async () => {
  const { server, openTab, pass, tell, network } = aPhone();
  const [gone, kept] = [server.addApplication(), server.addApplication()];
  const { mirror } = openTab();
  await pass(2_000);
  network.fault = () => 'drop-before';
  tell('offline');

  const key = await removeApplication(mirror, await seen(mirror, gone.id), true);
  expect(await listed(mirror)).toEqual([kept.id]);
  expect(idsOf(await readNewest(mirror, 'applications', 5))).toEqual([kept.id]);
  expect(idsOf((await readAll(mirror, 'applications')).rows)).toEqual([kept.id]);
  expect(await removed(mirror)).toEqual([gone.id]);
  expect((await seen(mirror, gone.id)).removedAt).not.toBeNull();
  expect(await takeBack(mirror, key)).toBe('undone');
  expect(await listed(mirror)).toEqual(idsOf([gone, kept]));
  expect(await removed(mirror)).toEqual([]);
});

test('a removal is sent once, other phones hear of it, and it can be brought back from any', async () => {
  const { server, openTab, pass } = aPhone();
  const { id } = server.addApplication();
  const one = openTab();
  await pass(2_000);
  const key = await removeApplication(one.mirror, await seen(one.mirror, id), true);
  await pass(2_000);
  expect(server.applied.get(key)).toBe(1);
  expect(server.applications.get(id)?.removedAt).not.toBeNull();
  expect(await one.mirror.outbox.count()).toBe(0);
  expect(await mirrored(one.mirror, 'applications')).toHaveLength(1);
  expect([await listed(one.mirror), await removed(one.mirror)]).toEqual([[], [id]]);

  await removeApplication(one.mirror, await seen(one.mirror, id), false);
  await pass(2_000);
  expect(server.applications.get(id)?.removedAt).toBeNull();
  expect([await listed(one.mirror), await removed(one.mirror)]).toEqual([[id], []]);
});

test('a change that was queued before somebody else removed the record brings it back with the change', async () => {
  const { server, openTab, pass, tell, network } = aPhone();
  const { id } = server.addApplication();
  const { mirror } = openTab();
  await pass(2_000);
  network.fault = () => 'drop-before';
  tell('offline');
  await changeStatus(mirror, await seen(mirror, id), { status: 'signed', notes: 'On the train.' });
  server.change('applications', id, { removedAt: '2026-05-01T10:00:00.000Z' });
  network.fault = () => null;
  tell('online');
  await pass(5_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(await listed(mirror)).toEqual([id]);
  expect(server.applications.get(id)).toMatchObject({ status: 'signed', removedAt: null });
});

test('the way back from a conversion opens the inquiry again; converting it again brings the same application back', async () => {
  const { server, openTab, pass, tell, network } = aPhone();
  const contact = server.addContact();
  const id = applicationIdOf(contact.id);
  const { mirror } = openTab();
  await pass(2_000);
  await convertContact(mirror, contact);
  await pass(2_000);
  expect(await listed(mirror)).toEqual([id]);

  network.fault = () => 'drop-before';
  tell('offline');
  await reverseConversion(mirror, contact);
  const isConverted = async () =>
    (await readRow(mirror, 'contacts', contact.id))?.convertedToApplication;
  expect([await listed(mirror), await isConverted()]).toEqual([[], false]);
  await convertContact(mirror, contact);
  expect([await listed(mirror), await isConverted()]).toEqual([[id], true]);

  network.fault = () => null;
  tell('online');
  await pass(5_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(server.applications.get(id)?.removedAt).toBeNull();
  expect(server.contacts.get(contact.id)?.convertedToApplication).toBe(true);
});
