import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { OfferedCopies } from '#contract/backups/copies.ts';
import { learnClock } from '#pwa/lib/time/server-clock.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { setTo } from '#pwa/test/set-to.ts';
// Loaded ahead: no time of the test passes while a part is loaded.
import './give-back.ts';
import './replay-after-restore.ts';

const LISTS = ['applications', 'contacts', 'campaigns'] as const;

/** All that was offered, without what is empty. */
function partsOf(offered: readonly OfferedCopies[]) {
  return {
    epochs: [...new Set(offered.map(({ epoch }) => epoch))],
    applications: offered.flatMap(({ applications }) => applications.map(({ id }) => id)),
    contacts: offered.flatMap(({ contacts }) => contacts.map(({ id }) => id)),
    campaigns: offered.flatMap(({ campaigns }) => campaigns.map(({ id }) => id)),
    history: offered.flatMap(({ history }) => history.map(({ notes }) => notes)),
    gone: offered.flatMap(({ gone }) => gone.map(({ list, id }) => `${list} ${id}`)),
  };
}

/** A phone that has seen what others have made, and a backup from before that. */
async function aPhoneThatHasSeen() {
  const phone = aPhone();
  const { server, pass } = phone;
  const [kept, changed, deleted] = [
    server.addApplication(),
    server.addApplication(),
    server.addApplication(),
  ];
  server.addContact();
  const tab = phone.openTab();
  await tab.engine.refresh(LISTS, { force: true });
  await pass(1_000);
  const { epoch } = server;
  const restore = server.backUp();
  const lost = server.addContact({ name: 'Ada Lovelace' });
  const campaign = server.addCampaign();
  server.setStatus(changed.id, 'signed', 'Seen by this phone.');
  server.remove('applications', deleted.id);
  await tab.engine.refresh(LISTS, { force: true });
  await pass(1_000);
  return { ...phone, ...tab, epoch, restore, kept, changed, deleted, lost, campaign };
}

test('W-09 after a restore a phone offers what it has seen of others and the backup lacks, once to each database', async () => {
  const { server, pass, engine, mirror, epoch, restore, ...seen } = await aPhoneThatHasSeen();
  restore();
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);

  expect(partsOf(server.offered)).toEqual({
    epochs: [epoch],
    applications: [seen.changed.id],
    contacts: [seen.lost.id],
    campaigns: [seen.campaign.id],
    history: ['Seen by this phone.'],
    gone: [`applications ${seen.deleted.id}`],
  });
  expect(server.offered[0]?.contacts[0]).toMatchObject({ name: 'Ada Lovelace' });
  // The mirror is the server's again.
  expect(await mirror.meta.get('contacts')).toMatchObject({ epoch: server.epoch, tail: null });

  const first = server.offered.splice(0);
  await engine.refresh(LISTS, { force: true });
  await pass(60_000);
  expect(server.offered).toEqual([]);
  // What waited there for an admin is lost with it.
  restore();
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);
  expect(server.offered).toEqual(first);
  expect(await mirror.copies.count()).toBe(5);
});

test('what was made between two restores is offered beside what was made before the first', async () => {
  const { server, pass, engine, epoch, restore, lost, changed } = await aPhoneThatHasSeen();
  const { id } = server.addCampaign();
  await engine.refresh(LISTS, { force: true });
  server.remove('campaigns', id);
  await engine.refresh(LISTS, { force: true });
  await pass(1_000);
  restore();
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);
  const between = server.epoch;
  server.setStatus(changed.id, 'rejected', 'Between.');
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);
  server.offered.length = 0;
  restore();
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);
  expect(server.offered.map((offer) => offer.epoch)).toEqual([epoch, between]);
  const [before, since] = server.offered;
  expect(before?.contacts).toMatchObject([{ id: lost.id }]);
  expect(before?.applications).toMatchObject([{ id: changed.id, status: 'signed' }]);
  expect(before?.gone).toContainEqual(expect.objectContaining({ list: 'campaigns', id }));
  expect(since?.applications).toMatchObject([{ id: changed.id, status: 'rejected' }]);
  expect(since?.gone).toEqual([]);
  expect(since?.history).toMatchObject([{ notes: 'Between.' }]);
});

test('copies are kept for 60 days, and of an erased person only that they were erased', async () => {
  const { server, pass, engine, mirror, restore, lost, deleted } = await aPhoneThatHasSeen();
  restore();
  server.erased = [
    { list: 'contacts', id: lost.id },
    { list: 'applications', id: deleted.id },
  ];
  await engine.refresh(LISTS, { force: true });
  await pass(2_000);
  const parts = async () => (await mirror.copies.toArray()).map(({ part }) => part);
  expect(await parts()).toEqual(['gone', 'campaigns', 'applications', 'history']);
  for (const [days, left] of [
    [59, 4],
    [2, 0],
  ]) {
    vi.setSystemTime(Date.now() + Number(days) * 24 * 60 * 60_000);
    learnClock(new Date().toUTCString(), Date.now());
    await engine.refresh(LISTS, { force: true });
    await pass(2_000);
    expect(await parts()).toHaveLength(Number(left));
  }
});

test('what was offered survives a cut and a new start, and the answer of one call is enough for it', async () => {
  const { server, network, pass, engine, mirror, restore, openTab, close } =
    await aPhoneThatHasSeen();
  restore();
  network.fault = ({ path }) => (path.startsWith('/api/backups/') ? 'drop-before' : null);
  await engine.refresh(LISTS, { force: true });
  await pass(5_000);
  expect(server.offered).toEqual([]);
  expect(await mirror.copies.count()).toBe(5);
  close();
  network.fault = () => null;
  openTab();
  await pass(5_000);
  expect(server.offered).toHaveLength(1);
});

test('a phone with changes of its own keeps what it has seen before its replay changes the rows here', async () => {
  const { server, pass, mirror, restore, changed, kept } = await aPhoneThatHasSeen();
  await setTo(mirror, changed.id, 'rejected', 'Its own.');
  await pass(1_000);
  restore();
  await setTo(mirror, kept.id, 'in_review', 'The next one.');
  await pass(2_000);
  expect(server.applications.get(changed.id)?.status).toBe('rejected');
  expect(partsOf(server.offered).history).toContain('Seen by this phone.');
  expect(server.offered.flatMap(({ applications }) => applications)).toEqual([
    expect.objectContaining({ id: changed.id, status: 'rejected' }),
  ]);
});

test('copies of a record that is deleted, or that the user may no longer see, are forgotten before they are offered', async () => {
  const { server, network, pass, engine, mirror, restore, changed } = await aPhoneThatHasSeen();
  restore();
  network.fault = ({ path }) => (path.startsWith('/api/backups/') ? 'drop-before' : null);
  await engine.refresh(LISTS, { force: true });
  await pass(1_000);
  server.anonymise(changed.id);
  await engine.refresh(LISTS, { force: true });
  await pass(1_000);
  const left = await mirror.copies.toArray();
  expect(left.map(({ part }) => part)).toEqual(['gone', 'campaigns', 'contacts']);
});
