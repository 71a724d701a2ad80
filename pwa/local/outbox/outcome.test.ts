import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import { changeStatus, changeStatuses } from '#pwa/test/commands.ts';
import { outcomeOf } from '#pwa/test/outcome-of.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { outcomesOf } from './outcome.ts';
import { takeBack } from './undo.ts';

/** A phone on which one application was pulled, and a change of it that is being queued. */
async function aChange() {
  const phone = aPhone();
  const application = phone.server.addApplication();
  const { mirror, engine } = phone.openTab();
  await phone.pass(1_000);
  const change = () => changeStatus(mirror, application, { status: 'signed', notes: 'Yes.' });
  return { ...phone, application, mirror, engine, change };
}

test('P-17 a change that the server accepts soon is told as sent', async () => {
  const { mirror, change, pass } = await aChange();
  const outcome = outcomeOf(mirror, await change());
  await pass(1_000);
  expect(await outcome).toEqual({ kind: 'sent' });
});

test('P-18 a change that the server refuses comes back with its words', async () => {
  const { server, application, mirror, change, pass } = await aChange();
  server.applications.delete(application.id);
  const outcome = outcomeOf(mirror, await change());
  await pass(1_000);
  expect(await outcome).toEqual({
    kind: 'refused',
    message: `There is no application ${application.id}.`,
    code: 'application-not-found',
  });
});

test('W-06 offline the person is told at once that the change is queued', async () => {
  const { network, mirror, change, pass } = await aChange();
  network.fault = () => 'drop-before';
  const outcome = outcomeOf(mirror, await change());
  await pass(500);
  expect(await Promise.race([outcome, 'still open'])).toEqual({ kind: 'waiting' });
});

test('W-06 a phone known to be offline does not try first', async () => {
  const { network, mirror, change, pass, tell, settle } = await aChange();
  network.fault = () => 'stall-before';
  tell('offline');
  await pass(100);
  const outcome = outcomeOf(mirror, await change());
  await settle();
  expect(await Promise.race([outcome, 'still open'])).toEqual({ kind: 'waiting' });
});

test('W-06 after four seconds without an answer the change is told as queued', async () => {
  const { network, mirror, change, pass } = await aChange();
  network.fault = ({ key }) => (key ? 'stall-before' : null);
  const outcome = outcomeOf(mirror, await change());
  await pass(3_900);
  expect(await Promise.race([outcome, 'still open'])).toBe('still open');
  await pass(200);
  expect(await outcome).toEqual({ kind: 'waiting' });
});

test('W-06 a change that is dropped before it was sent is not told as sent', async () => {
  const { network, mirror, change, pass } = await aChange();
  network.fault = () => 'stall-before';
  await change();
  await pass(500);
  // It waits behind the one in flight.
  const key = await change();
  const outcome = outcomeOf(mirror, key);
  await pass(100);
  expect(await takeBack(mirror, key)).toBe('undone');
  await pass(100);
  expect(await outcome).toEqual({ kind: 'dropped' });
});

test('W-06 a change of which the mirror no longer knows how it ended is not told as dropped', async () => {
  const { network, mirror, change, pass } = await aChange();
  network.fault = ({ key }) => (key ? 'stall-before' : null);
  const outcome = outcomeOf(mirror, await change());
  await pass(500);
  await mirror.outbox.clear();
  await pass(100);
  expect(await outcome).toEqual({ kind: 'waiting' });
});

test('W-06 a change to a record that was deleted meanwhile is not told as sent when it is dropped', async () => {
  const { server, network, application, mirror, engine, change, pass } = await aChange();
  network.fault = ({ key }) => (key ? 'stall-before' : null);
  await change();
  await pass(500);
  // It waits behind the one in flight.
  const key = await change();
  const outcome = outcomeOf(mirror, key);
  await pass(100);
  server.remove('applications', application.id);
  await engine.refresh(['applications'], { force: true });
  expect(await takeBack(mirror, key)).toBe('undone');
  await pass(100);
  expect(await outcome).toEqual({ kind: 'dropped' });
});

test('P-17 an accepted change to a record that was deleted before its answer came is told as sent', async () => {
  const { server, network, application, mirror, engine, change, pass } = await aChange();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await network.fetch(path, init);
    if (init.method === statusChanged.endpoint.method) await held;
    return answer;
  });
  const outcome = outcomeOf(mirror, await change());
  await pass(500);
  server.remove('applications', application.id);
  await engine.refresh(['applications'], { force: true });
  release();
  await pass(100);
  expect(await outcome).toEqual({ kind: 'sent' });
});

test('W-13 a change that meets an ended session is told as queued', async () => {
  const { server, mirror, change, pass } = await aChange();
  server.user = null;
  const outcome = outcomeOf(mirror, await change());
  await pass(500);
  expect(await Promise.race([outcome, 'still open'])).toEqual({ kind: 'waiting' });
});

test('changes made together are told once: how many were sent, refused and queued', async () => {
  const phone = aPhone();
  const rows = [1, 2, 3].map(() => phone.server.addApplication());
  const { mirror } = phone.openTab();
  await phone.pass(1_000);
  const [, gone] = rows;
  if (gone) phone.server.applications.delete(gone.id);
  const keys = await changeStatuses(mirror, rows, { status: 'signed', notes: null });
  expect(keys).toHaveLength(3);
  const outcomes = outcomesOf(mirror, keys);
  await phone.pass(2_000);
  expect(await outcomes).toMatchObject({
    sent: 2,
    refused: 1,
    waiting: 0,
    dropped: 0,
    reason: { code: 'application-not-found' },
  });
});

test('W-06 changes made together offline are all queued and can all be undone', async () => {
  const phone = aPhone();
  const rows = [1, 2, 3].map(() => phone.server.addApplication());
  const { mirror } = phone.openTab();
  await phone.pass(1_000);
  phone.network.fault = () => 'drop-before';
  const keys = await changeStatuses(mirror, rows, { status: 'signed', notes: null });
  const outcomes = outcomesOf(mirror, keys);
  await phone.pass(5_000);
  expect(await outcomes).toMatchObject({ sent: 0, refused: 0, waiting: 3, dropped: 0 });
  for (const key of [...keys].reverse()) expect(await takeBack(mirror, key)).toBe('unanswered');
  expect(await mirror.outbox.count()).toBe(0);
});

test('Q-33 the Undo of a change that was discarded meanwhile knows how it ended, that of an accepted one calls it sent', async () => {
  const { network, mirror, change, pass } = await aChange();
  const accepted = await change();
  await pass(1_000);
  expect(await takeBack(mirror, accepted)).toBe('sent');
  network.fault = () => 'drop-before';
  const unsent = await change();
  for (const _ of [1, 2]) expect(await takeBack(mirror, unsent)).toBe('undone');
  const tried = await change();
  await pass(1_000);
  for (const _ of [1, 2]) expect(await takeBack(mirror, tried)).toBe('unanswered');
});

test('Q-33 an accepted change is known as sent though 250 others were answered since', async () => {
  const { mirror, change, pass } = await aChange();
  const accepted = await change();
  await pass(1_000);
  const [answer] = await mirror.ended.toArray();
  if (!answer) throw new Error('Nothing was accepted.');
  const others = Array.from({ length: 250 }, () => {
    const { id: _, ...other } = { ...answer, keys: [newId()] };
    return other;
  });
  await mirror.ended.bulkAdd(others);
  expect(await takeBack(mirror, accepted)).toBe('sent');
});

test('changes made together of which one is dropped meanwhile: the others are told as queued', async () => {
  const phone = aPhone();
  const rows = [1, 2, 3].map(() => phone.server.addApplication());
  const { mirror } = phone.openTab();
  await phone.pass(1_000);
  phone.network.fault = () => 'stall-before';
  await changeStatuses(mirror, rows, { status: 'in_review', notes: null });
  await phone.pass(500);
  const keys = await changeStatuses(mirror, rows, { status: 'signed', notes: null });
  const outcomes = outcomesOf(mirror, keys);
  expect(await takeBack(mirror, keys[0] ?? '')).toBe('undone');
  await phone.pass(5_000);
  expect(await outcomes).toMatchObject({ sent: 0, refused: 0, waiting: 2, dropped: 1 });
});
