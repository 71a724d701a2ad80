import { notesOf } from '#pwa/e2e/queue.ts';
import { anApplication } from '#pwa/e2e/server-records.ts';
import { everythingKept, keptForOffline, logIn, saveNote } from './back-office.ts';
import { expect, test } from './fixtures.ts';

test('W-05 W-18 rows that cannot be read come again, and an erased person leaves the disk', async ({
  phone,
  agency,
  tunnel,
}) => {
  const kept = await anApplication(agency);
  const erased = await anApplication(agency);
  await logIn(phone, agency.admin);
  await phone.goto(`/dashboard/applications/${kept.id}`);
  await phone.see({ role: 'heading', name: kept.playerName });
  await keptForOffline(phone);
  await expect.poll(() => everythingKept(phone)).toContain(erased.email);

  tunnel.enter('drop');
  await saveNote(phone, 'From the train.');
  expect(await phone.evaluate(spoilPages)).toBeGreaterThan(0);
  await phone.reload();
  await phone.goto('/dashboard');
  await phone.see({ text: 'Offline. Changes are saved on this phone (1).' });
  tunnel.enter('open');
  await phone.see({ role: 'link', text: kept.playerName }, 60_000);
  await expect.poll(() => notesOf(agency, kept.id)).toEqual(['From the train.']);

  await phone.see({ role: 'link', text: erased.playerName });
  await agency.api('POST', '/api/people/erase', { email: erased.email, how: 'delete' });
  await phone.miss({ role: 'link', text: erased.playerName });
  expect(await everythingKept(phone)).not.toContain(erased.email);
});

/** Puts something else in the place of the rows of every page; answers how many pages there were. */
async function spoilPages(): Promise<number> {
  const { name = '' } =
    (await indexedDB.databases()).find((each) => each.name?.startsWith('agency-')) ?? {};
  const opening = indexedDB.open(name);
  await new Promise((done) => {
    opening.onsuccess = done;
  });
  const transaction = opening.result.transaction('applicationPages', 'readwrite');
  const pages = transaction.objectStore('applicationPages');
  let count = 0;
  pages.openKeyCursor().onsuccess = ({ target }) => {
    const cursor = (target as IDBRequest<IDBCursor | null>).result;
    if (!cursor) return;
    count += 1;
    pages.put({ id: cursor.key, generation: 1, rows: 'spoilt' });
    cursor.continue();
  };
  await new Promise((done) => {
    transaction.oncomplete = done;
  });
  opening.result.close();
  return count;
}
