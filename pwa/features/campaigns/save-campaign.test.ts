import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { BLANK_CAMPAIGN } from '#contract/campaigns.ts';
import { newId } from '#contract/ids.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { createCampaign, deleteCampaign, editCampaign } from './save-campaign.ts';

const DRAFT = { ...BLANK_CAMPAIGN, name: 'Turin fair', utmCampaign: 'turin' };

test('C-12 C-13 C-14 C-26 what the server says of a campaign is in the mirror at once', async () => {
  const { network, openTab, pass } = aPhone();
  const { mirror } = openTab();
  await pass(1_000);
  network.sent.length = 0;

  const made = await createCampaign(mirror, DRAFT);
  expect(await mirror.campaigns.toArray()).toEqual([made]);
  const edited = await editCampaign(mirror, made.id, { ...DRAFT, active: false });
  expect(await mirror.campaigns.toArray()).toEqual([edited]);
  await deleteCampaign(mirror, made.id);
  expect(await mirror.campaigns.count()).toBe(0);

  expect(network.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/campaigns', JSON.stringify(DRAFT)],
    ['PUT', `/api/campaigns/${made.id}`, JSON.stringify({ ...DRAFT, active: false })],
    ['DELETE', `/api/campaigns/${made.id}`, ''],
  ]);
});

test('C-16 a campaign needs the server: its refusal and its silence reach the screen', async () => {
  const { network, openTab } = aPhone();
  const { mirror } = openTab();
  await expect(editCampaign(mirror, 99, DRAFT)).rejects.toMatchObject({
    name: 'ApiError',
    problem: { code: 'campaign-not-found' },
  });
  await expect(createCampaign(mirror, { ...DRAFT, name: '' })).rejects.toBeInstanceOf(ApiError);
  network.fault = () => 'drop-before';
  await expect(createCampaign(mirror, DRAFT)).rejects.toBeInstanceOf(Unreachable);
  expect(await mirror.campaigns.count()).toBe(0);
});

test('C-12 a form that is sent again after a lost answer makes one campaign', async () => {
  const { server, network, openTab } = aPhone();
  const { mirror } = openTab();
  const key = newId();
  network.fault = ({ method }) => (method === 'POST' ? 'drop-after' : null);
  await expect(createCampaign(mirror, DRAFT, key)).rejects.toBeInstanceOf(Unreachable);
  network.fault = () => null;
  await createCampaign(mirror, DRAFT, key);
  expect(server.campaigns.size).toBe(1);
});
