import { registered } from '#pwa/e2e/accounts.ts';
import { anApplication } from '#pwa/e2e/server-records.ts';
import { everythingKept, logIn, logOut } from './back-office.ts';
import { expect, test } from './fixtures.ts';

test('W-18 A-12 whoever signs out leaves nothing behind, and signs in again, as does somebody else', {
  tag: '@all',
}, async ({ phone, agency }) => {
  const { playerName, id } = await anApplication(agency);
  const other = await registered(agency, 'Bea');
  await agency.api('PATCH', `/api/users/${other.id}`, { access: 'open', role: 'admin' });

  for (const person of [agency.admin, agency.admin, other]) {
    await logIn(phone, person);
    await phone.goto('/dashboard');
    await phone.click({ role: 'link', text: playerName });
    await phone.see({ role: 'heading', name: playerName });
    expect(await everythingKept(phone)).toContain(playerName);
    await logOut(phone);
    const kept = await everythingKept(phone);
    for (const personal of [playerName, id, person.username]) expect(kept).not.toContain(personal);
  }
});
