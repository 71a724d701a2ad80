import type { Application } from '#contract/applications.ts';
import { notesOf } from '#pwa/e2e/queue.ts';
import { anApplication } from '#pwa/e2e/server-records.ts';
import { keptForOffline, logIn, saveNote, update } from './back-office.ts';
import { expect, test } from './fixtures.ts';

test('W-04 W-06 W-07 W-08 W-09 a status and a note without a signal outlive a reload and a dead battery, and arrive once', async ({
  phone,
  agency,
  tunnel,
}) => {
  const { id, playerName } = await anApplication(agency);
  await logIn(phone, agency.admin);
  await phone.goto('/dashboard');
  await phone.click({ role: 'link', text: playerName });
  await phone.see({ role: 'heading', name: playerName });
  await keptForOffline(phone);

  tunnel.enter('drop');
  await update(phone, 'From the train.', 'In review');
  await phone.see({ text: 'Not sent yet' });
  await phone.reload();
  await phone.see({ text: 'From the train.' });
  await saveNote(phone, 'From the tunnel.');
  await phone.restart('kill');
  await phone.goto(`/dashboard/applications/${id}`);
  await phone.see({ role: 'heading', name: playerName });
  await phone.see({ text: 'From the train.' });
  await phone.see({ text: 'From the tunnel.' });
  await phone.see({ text: 'Not sent yet' });

  tunnel.enter('open');
  await expect
    .poll(() => agency.api('GET', `/api/applications/${id}`), { timeout: 60_000 })
    .toMatchObject({ status: 'in_review' });
  const arrived = ['From the train.', 'From the tunnel.'];
  await expect.poll(() => notesOf(agency, id)).toEqual(arrived);
  await phone.miss({ text: 'Not sent yet' });
  expect(new Set(tunnel.keys).size).toBe(2);
  // Nothing was installed, and no browser is asked to install what it cannot.
  await phone.goto('/dashboard');
  await phone.see({ role: 'link', text: playerName });
  expect(await phone.sees({ text: 'Install the app' })).toBe(false);
});

test('W-05 W-11 what others change is on the screen of every tab; a conflict is asked about', {
  tag: '@all',
}, async ({ phone, agency, tunnel }) => {
  const application = await anApplication(agency);
  const { id, playerName, email } = application;
  await logIn(phone, agency.admin);
  await phone.goto(`/dashboard/applications/${id}`);
  await phone.see({ role: 'heading', name: playerName });
  await agency.api('PATCH', `/api/applications/${id}/status`, {
    status: 'signed',
    notes: 'In the office.',
  });
  await phone.see({ text: 'In the office.' });

  const back = await phone.newTab();
  await phone.goto(`/dashboard/applications/${id}`);
  await update(phone, 'From the other tab.');
  await back();
  await phone.see({ text: 'From the other tab.' });

  await phone.goto(`/dashboard/applications/${id}/edit`);
  await phone.see({ label: 'Current club' });
  tunnel.enter('drop');
  await phone.fill({ label: 'Current club' }, 'Elche');
  await phone.click({ role: 'button', name: 'Save Changes' });
  await phone.see({ text: 'Not sent yet' });
  await agency.api('PUT', `/api/applications/${id}`, { playerName, email, currentClub: 'Getafe' });
  tunnel.enter('open');
  await phone.see(
    { text: 'you wrote “Elche” here, meanwhile “Getafe” was saved elsewhere' },
    60_000,
  );
  // What says that the change is on its way goes, and what stands below it moves.
  await phone.miss({ text: 'Not sent yet' });
  await phone.see({ text: '1 decision needed' });
  await phone.click({ role: 'button', name: 'Keep mine' });
  const club = async () =>
    (await agency.api<Application>('GET', `/api/applications/${id}`)).currentClub;
  await expect.poll(club).toBe('Elche');
});
