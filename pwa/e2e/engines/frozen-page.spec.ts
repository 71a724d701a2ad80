import { anApplication } from '#pwa/e2e/server-records.ts';
import { logIn } from './back-office.ts';
import { expect, test } from './fixtures.ts';

test('a page that the browser has frozen in the middle of its upgrade does not keep the next one from its database', {
  tag: '@all',
}, async ({ phone, agency }) => {
  const { playerName } = await anApplication(agency);
  await logIn(phone, agency.admin);
  await phone.goto('/dashboard');
  await phone.see({ role: 'link', text: playerName });
  // The first rows come from the server while the mirror is still being made.
  await phone.until(isMirrorMade);

  await phone.goto('/terms');
  const isUpgrading = await phone.evaluate(upgradeAndLeave);
  expect(isUpgrading).toBe(true);
  await phone.until(() => location.pathname === '/dashboard');
  await phone.see({ role: 'link', text: playerName });
});

async function isMirrorMade(): Promise<boolean> {
  const all = await indexedDB.databases();
  return all.some(({ name, version = 0 }) => name?.startsWith('agency-') && version > 0);
}

/** Deletes the mirror, begins to make it anew and, before that ends, goes to the dashboard. */
async function upgradeAndLeave(): Promise<boolean> {
  const all = await indexedDB.databases();
  const { name = '', version } = all.find((each) => each.name?.startsWith('agency-')) ?? {};
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = resolve;
  });
  const opening = indexedDB.open(name, version);
  return new Promise((resolve) => {
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('endless');
      const goOn = () => {
        store.get(1).onsuccess = goOn;
      };
      goOn();
      setTimeout(() => location.assign('/dashboard'));
      resolve(true);
    };
    opening.onsuccess = () => resolve(false);
  });
}
