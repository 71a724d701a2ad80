import type { Application } from '#contract/applications.ts';
import type { Credentials } from '#contract/auth.ts';
import type { Agency } from '#pwa/e2e/agency.ts';
import { filesOfOffice } from '#pwa/e2e/office.ts';
import type { Device } from './device.ts';

/** Signs in with the form, which ends at `/`. */
export async function logIn(phone: Device, { username, password }: Credentials): Promise<void> {
  await phone.goto('/auth');
  await phone.fill({ label: 'Username' }, username);
  await phone.fill({ label: 'Password' }, password);
  await phone.click({ role: 'button', name: 'Login' });
  await phone.see({ text: 'Login Successful' });
  await phone.until(isHome);
}

/** Signs in, opens an application and waits until the app works without a signal. */
export async function openForOffline(
  phone: Device,
  agency: Agency,
  { id, playerName }: Application,
): Promise<void> {
  await logIn(phone, agency.admin);
  await phone.goto(`/dashboard/applications/${id}`);
  await phone.see({ role: 'heading', name: playerName });
  await keptForOffline(phone);
}

/** Presses Logout, which ends at `/` with nobody signed in. */
export async function logOut(phone: Device): Promise<void> {
  await phone.goto('/more');
  await phone.click({ role: 'button', name: 'Logout' });
  await phone.until(isHome);
}

function isHome(): boolean {
  return document.readyState === 'complete' && location.pathname === '/';
}

/** The button that records what the form has, also while it is busy; it goes with the form's sheet. */
export const UPDATE = { css: '[role=dialog] button[type=submit]' };

/** Records a note, with a status if one is given. */
export async function update(phone: Device, note: string, status?: string): Promise<void> {
  await enterNote(phone, note, status);
  await phone.miss(UPDATE);
}

/** Fills in the form, which a phone has in a sheet, and presses Update. */
export async function enterNote(phone: Device, note: string, status?: string): Promise<void> {
  await phone.click({ css: '[data-bottom-bar=actions] button', text: 'Update' });
  if (status !== undefined) {
    await phone.click({ css: 'form label', text: status });
    await phone.see({ css: 'form label:has(:checked)', text: status });
  }
  await phone.fill({ label: 'Notes' }, note);
  await phone.click(UPDATE);
}

/** Records a note without a signal, and resolves as soon as the screen calls it saved. */
export async function saveNote(phone: Device, note: string): Promise<void> {
  await enterNote(phone, note);
  await phone.see({ text: 'Saved on this phone.' });
}

/** Waits until the service worker has cached these files, and the page loads nothing more. */
export async function keptForOffline(phone: Device, paths = filesOfOffice()): Promise<void> {
  await phone.until(async (files) => {
    await navigator.serviceWorker.ready;
    const found = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })));
    return !found.includes(undefined);
  }, paths);
  // A page loads its other parts when it is idle, 1.5 s after its start.
  await phone.until(async () => {
    const before = performance.getEntriesByType('resource').length;
    await new Promise((later) => setTimeout(later, 1_600));
    return performance.getEntriesByType('resource').length === before;
  });
}

/** Everything that the browser stores for the site, as one text. */
export function everythingKept(phone: Device): Promise<string> {
  return phone.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name ?? ''));
      for (const table of database.objectStoreNames) {
        kept.push(
          name,
          table,
          await answer(database.transaction(table).objectStore(table).getAll()),
        );
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        kept.push(request.url, await (await cache.match(request))?.text());
      }
    }
    return JSON.stringify(kept);
  });
}
