import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { BLANK_CAMPAIGN } from '#contract/campaigns.ts';
import { answerQuestion } from '#pwa/local/outbox/answer-question.ts';
import { NoIdsLeft } from '#pwa/local/outbox/campaign-ids.ts';
import { takeBack } from '#pwa/local/outbox/undo.ts';
import { readList, readRow } from '#pwa/local/rows/read-rows.ts';
import { createCampaign, deleteCampaign, editCampaign } from '#pwa/test/commands.ts';
import { mirrored } from '#pwa/test/mirrored.ts';
import { aPhone } from '#pwa/test/phone.ts';

const DRAFT = { ...BLANK_CAMPAIGN, name: 'Turin fair', utmCampaign: 'turin' };

test('C-12 C-13 C-26 E-06 a campaign made, edited and switched off without a signal arrives as it is', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';

  const { id } = await createCampaign(mirror, DRAFT);
  expect(await readList(mirror, 'campaigns')).toMatchObject([
    { id, ...DRAFT, waiting: 'not-sent' },
  ]);
  const made = await readRow(mirror, 'campaigns', id);
  if (!made) throw new Error('It is gone.');
  await editCampaign(mirror, made, { ...DRAFT, name: 'Milan fair', active: false });
  expect(await readRow(mirror, 'campaigns', id)).toMatchObject({
    name: 'Milan fair',
    active: false,
  });
  await pass(2_000);
  expect(server.campaigns.size).toBe(0);

  network.fault = () => null;
  await pass(70_000);
  const { version: _, ...arrived } = server.campaigns.get(id) ?? { version: 0 };
  expect(arrived).toMatchObject({ id, name: 'Milan fair', active: false, utmCampaign: 'turin' });
  expect(await readRow(mirror, 'campaigns', id)).toMatchObject({ ...arrived, waiting: null });
  expect(await mirror.outbox.count()).toBe(0);
});

test('C-14 a campaign that was deleted without a signal is gone at once, and comes back by an undo', async () => {
  const { server, network, openTab, pass } = aPhone();
  const kept = server.addCampaign({ name: 'Lisbon' });
  const gone = server.addCampaign({ name: 'Porto' });
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';

  const undone = await deleteCampaign(mirror, kept);
  await deleteCampaign(mirror, gone);
  expect(await readList(mirror, 'campaigns')).toEqual([]);
  await pass(500);
  expect(await takeBack(mirror, undone)).toBe('unanswered');
  expect(await readList(mirror, 'campaigns')).toMatchObject([{ name: 'Lisbon', waiting: null }]);

  network.fault = () => null;
  await pass(70_000);
  expect([...server.campaigns.values()].map(({ name }) => name)).toEqual(['Lisbon']);
  expect(await mirrored(mirror, 'campaigns')).toMatchObject([{ name: 'Lisbon' }]);
});

test('C-14 deleting what somebody else has deleted already needs nobody', async () => {
  const { server, openTab, pass } = aPhone();
  const campaign = server.addCampaign();
  const { mirror } = openTab();
  await pass(1_000);
  server.remove('campaigns', campaign.id);
  await deleteCampaign(mirror, campaign);
  await pass(1_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(await mirrored(mirror, 'campaigns')).toHaveLength(0);
});

test('W-12 an edit of a campaign that was deleted elsewhere is kept with its text', async () => {
  const { server, openTab, pass } = aPhone();
  const campaign = server.addCampaign();
  const { mirror } = openTab();
  await pass(1_000);
  server.remove('campaigns', campaign.id);
  await editCampaign(mirror, campaign, DRAFT);
  await pass(1_000);
  expect(await mirror.outbox.toArray()).toMatchObject([
    { state: 'refused', body: DRAFT, reason: { problem: { code: 'campaign-not-found' } } },
  ]);
});

test('C-12 a campaign whose answer was lost is made once', async () => {
  const { server, network, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  let lost = 0;
  network.fault = ({ method, path }) => {
    if (method !== 'POST' || path !== '/api/campaigns' || lost > 1) return null;
    lost += 1;
    return 'drop-after';
  };
  await createCampaign(mirror, DRAFT);
  await pass(70_000);
  expect(lost).toBe(2);
  expect(server.campaigns.size).toBe(1);
  expect(await mirror.outbox.count()).toBe(0);
});

test('E-06 two campaigns made at once get two ids, and a phone without ids asks the server or says so', async () => {
  const { server, network, openTab, pass } = aPhone();
  network.fault = ({ path }) => (path === '/api/campaign-ids' ? 'error-500' : null);
  const { mirror } = openTab();
  await pass(200);
  network.fault = ({ path }) => (path === '/api/campaign-ids' ? 'drop-after' : null);
  await expect(createCampaign(mirror, DRAFT)).rejects.toBeInstanceOf(NoIdsLeft);
  expect(await mirror.outbox.count()).toBe(0);
  expect(server.campaigns.size).toBe(0);

  network.fault = () => null;
  const { id } = await createCampaign(mirror, DRAFT);
  expect(await readRow(mirror, 'campaigns', id)).toMatchObject(DRAFT);
  await pass(1_000);
  expect([...server.campaigns.keys()]).toEqual([id]);

  const made = await Promise.all([createCampaign(mirror, DRAFT), createCampaign(mirror, DRAFT)]);
  expect(new Set(made.map(({ id }) => id)).size).toBe(2);
});

test('W-11 edits of different fields merge; of the same field theirs stand and the person is asked', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const campaign = server.addCampaign({ name: 'Lisbon', utmCampaign: 'lisbon' });
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const seen = await readRow(mirror, 'campaigns', campaign.id);
  if (!seen) throw new Error('It is not on the phone.');
  await editCampaign(mirror, seen, { ...seen, name: 'Lisbon fair', active: false });
  server.campaigns.set(campaign.id, { ...campaign, name: 'Lisboa', utmCampaign: 'lisboa' });
  network.fault = () => null;
  tell('online');
  await pass(2_000);

  expect(server.campaigns.get(campaign.id)).toMatchObject({
    name: 'Lisboa',
    utmCampaign: 'lisboa',
    active: false,
  });
  const [question, ...others] = await mirror.questions.toArray();
  expect(question).toMatchObject({ field: 'name', mine: 'Lisbon fair', theirs: 'Lisboa' });
  if (!question || others.length > 0) throw new Error('Not exactly one field is asked about.');

  await answerQuestion(mirror, question, 'mine');
  await pass(2_000);
  expect(server.campaigns.get(campaign.id)?.name).toBe('Lisbon fair');
  expect(await mirror.questions.count()).toBe(0);
});
