import { translate } from '#pwa/e2e/meddlers.ts';
import { aCampaign, anApplication, anInquiry, uniqueMark } from '#pwa/e2e/server-records.ts';
import { logIn, update } from './back-office.ts';
import { expect, test } from './fixtures.ts';

test('the commonest acts of the office go on in a translated page, and what they change is shown', {
  tag: '@all',
}, async ({ phone, agency }) => {
  const application = await anApplication(agency);
  const inquiry = await anInquiry(agency);
  const campaign = await aCampaign(agency);
  const toast = (text: string) => ({ css: '[role=region] *', text });
  const link = (text: string) => ({ css: 'a', text });
  const button = (text: string) => ({ css: 'button', text });
  const shown = (text: string) => ({ css: 'main', text });
  const search = { css: 'input[type=search]' };
  await logIn(phone, agency.admin);
  await phone.goto('/dashboard?tab=contacts');
  await phone.see(search);
  await phone.evaluate(translate, 'safari' as const);

  // An inquiry is found and answered.
  await phone.fill(search, inquiry.name);
  await phone.click(link(inquiry.name));
  await phone.choose({ css: '[aria-label="Status of the inquiry"]' }, 'answered');
  await phone.see(toast('Answered'));
  await phone.miss({ css: 'main *', text: 'h to reply' });
  // It is converted, and that is undone.
  await phone.click(button('Convert'));
  await phone.see(toast('→ Pipeline'));
  await phone.click({ css: '[role=region] button', text: 'Undo' });
  await phone.see(toast('Undone'));
  // A list is searched and filtered.
  await phone.click(link('Back to Dashboard'));
  await phone.click(link('Applications'));
  await phone.fill(search, application.playerName);
  const filter = (text: string) => ({ css: 'main fieldset button', text });
  await phone.see(link(application.playerName));
  await phone.click(filter('Signed'));
  await phone.miss(link(application.playerName));
  await phone.click(filter('All'));
  await phone.click(link(application.playerName));
  await phone.see({ css: 'h1', text: application.playerName });
  // A note, and a status.
  await update(phone, 'First call.');
  await phone.see(shown('First call.'));
  await update(phone, 'He wants to move.', 'In review');
  await phone.see(shown('He wants to move.'));
  await phone.see(shown('In review'));
  // A follow-up.
  await phone.click(button('Tomorrow'));
  await phone.see(shown('Come back: tomorrow'));
  await phone.miss({ css: 'main *', text: 'No day is set' });
  // An edit.
  await phone.click(link('Edit Application'));
  await phone.fill({ label: 'Current club' }, 'FC Example');
  await phone.click(button('Save'));
  await phone.see(shown('FC Example'));
  // A new application.
  await phone.goto('/dashboard/applications/new');
  await phone.see({ label: 'Player name' });
  await phone.evaluate(translate, 'safari' as const);
  await phone.fill({ label: 'Player name' }, 'Nico Example');
  await phone.fill({ label: 'E-mail' }, `nico-${uniqueMark()}@example.org`);
  await phone.click(button('Create Application'));
  await phone.see({ css: 'h1', text: 'Nico Example' });
  // A campaign is switched off.
  await phone.goto('/admin/campaigns');
  const active = { css: `[role=switch][aria-label="${campaign.name} is active"]` };
  await phone.click({ role: 'button', text: campaign.name });
  await phone.see(active);
  await phone.evaluate(translate, 'safari' as const);
  await phone.click(active);
  await phone.see(toast('Campaign updated'));
  // A new one.
  const name = `Derby ${uniqueMark()}`;
  await phone.click(button('New Campaign'));
  await phone.fill({ css: '[role=dialog] input[name=name]' }, name);
  await phone.click({ css: '[role=dialog] button', text: 'Create Campaign' });
  await phone.see(shown(name));
  expect(await phone.sees({ text: 'Something went wrong' })).toBe(false);
});
