import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { changeStatus } from '#pwa/features/applications/change-status.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { outcomeOf } from './outcome.ts';

/** A phone on which one application was pulled, and a change of it that is being queued. */
async function aChange() {
  const phone = aPhone();
  const application = phone.server.addApplication();
  const { mirror } = phone.openTab();
  await phone.pass(1_000);
  const change = () => changeStatus(mirror, application, { status: 'signed', notes: 'Yes.' });
  return { ...phone, application, mirror, change };
}

test('P-17 a change that the server accepts soon was sent', async () => {
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

test('W-06 without a network the person is told at once that it waits', async () => {
  const { network, mirror, change, pass } = await aChange();
  network.fault = () => 'drop-before';
  const outcome = outcomeOf(mirror, await change());
  await pass(500);
  expect(await Promise.race([outcome, 'still open'])).toEqual({ kind: 'waiting' });
});

test('W-06 a phone that is known to be cut off does not try first', async () => {
  const { network, mirror, change, pass, tell, settle } = await aChange();
  network.fault = () => 'stall-before';
  tell('offline');
  await pass(100);
  const outcome = outcomeOf(mirror, await change());
  await settle();
  expect(await Promise.race([outcome, 'still open'])).toEqual({ kind: 'waiting' });
});

test('W-06 a server that takes its time: after four seconds it waits', async () => {
  const { network, mirror, change, pass } = await aChange();
  network.fault = ({ key }) => (key ? 'stall-before' : null);
  const outcome = outcomeOf(mirror, await change());
  await pass(3_900);
  expect(await Promise.race([outcome, 'still open'])).toBe('still open');
  await pass(200);
  expect(await outcome).toEqual({ kind: 'waiting' });
});

test('W-13 a change that meets an ended session waits', async () => {
  const { server, mirror, change, pass } = await aChange();
  server.user = null;
  const outcome = outcomeOf(mirror, await change());
  await pass(500);
  expect(await Promise.race([outcome, 'still open'])).toEqual({ kind: 'waiting' });
});
