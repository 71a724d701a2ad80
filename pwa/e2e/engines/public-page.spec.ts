import type { Contact } from '#contract/contacts.ts';
import { extend, translate } from '#pwa/e2e/meddlers.ts';
import { aCampaign, uniqueMark, visitsOf } from '#pwa/e2e/server-records.ts';
import { keptForOffline } from './back-office.ts';
import { expect, test } from './fixtures.ts';

test('W-14 W-15 W-02 a scan and an inquiry without a signal count and arrive once', {
  tag: '@all',
}, async ({ phone, agency, tunnel }) => {
  const name = `Lena ${uniqueMark()}`;
  const campaign = await aCampaign(agency);
  const inquiries = async () =>
    (await agency.api<Contact[]>('GET', '/api/contacts')).filter((each) => each.name === name);
  await phone.goto('/?lang=en');
  await keptForOffline(phone, ['/index.html']);

  tunnel.enter('drop');
  await phone.goto(`/?campaign_id=${campaign.id}&utm_source=poster&lang=en`);
  await phone.fill({ label: 'Full name' }, name);
  await phone.fill({ css: '#contact input[type=email]' }, 'player@example.com');
  await phone.choose({ css: 'select[name=inquiryType]' }, 'player_representation');
  await phone.fill({ css: 'textarea[name=message]' }, 'Left back, 19, looking for a club.');
  await phone.click({ css: 'input[name=privacyPolicy]' });
  await phone.click({ role: 'button', name: 'Send Message' });
  await phone.see({ text: 'on this phone' });
  expect(await visitsOf(agency, campaign)).toBe(0);
  await phone.restart('kill');

  tunnel.enter('open');
  await phone.goto('/?lang=en');
  await expect.poll(inquiries, { timeout: 30_000 }).toMatchObject([{ campaignId: campaign.id }]);
  await expect.poll(() => visitsOf(agency, campaign)).toBe(1);
});

test('in a page that others change nothing typed is lost, and an inquiry arrives once', {
  tag: '@all',
}, async ({ phone, agency }) => {
  for (const change of ['translation', 'icons', 'overlay'] as const) {
    const name = `Lena ${uniqueMark()}`;
    await phone.goto('/?lang=en');
    if (change === 'translation') await phone.evaluate(translate, 'safari' as const);
    else await phone.evaluate(extend, change);
    await phone.fill({ css: '#contact [name=name]' }, name);
    // This password manager has filled it in.
    if (change !== 'overlay') {
      await phone.fill({ css: '#contact [name=email]' }, 'player@example.com');
    }
    await phone.choose({ css: 'select[name=inquiryType]' }, 'player_representation');
    await phone.fill({ css: 'textarea[name=message]' }, 'Left back, 19, looking for a club.');
    await phone.click({ css: 'input[name=privacyPolicy]' });
    await phone.click({ css: '#contact [type=submit]' });
    await phone.see({ text: 'Message Sent Successfully' });
    const inquiries = await agency.api<Contact[]>('GET', '/api/contacts');
    expect(inquiries.filter((each) => each.name === name)).toMatchObject([
      { email: 'player@example.com', message: 'Left back, 19, looking for a club.' },
    ]);
  }
});
