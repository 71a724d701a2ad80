import { notesOf } from '#pwa/e2e/queue.ts';
import { anApplication } from '#pwa/e2e/server-records.ts';
import { enterNote, everythingKept, openForOffline, saveNote } from './back-office.ts';
import { expect, test } from './fixtures.ts';

test('W-05 W-18 rows that cannot be read come again, and an erased person leaves the disk', {
  tag: '@all',
}, async ({ phone, agency, tunnel }) => {
  const kept = await anApplication(agency);
  const erased = await anApplication(agency);
  await openForOffline(phone, agency, kept);
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

test('W-05 W-08 a tab that dies while it replaces pages leaves every row, and its change arrives once', {
  tag: '@all',
}, async ({ phone, agency, tunnel }) => {
  const changed = await anApplication(agency);
  const other = await anApplication(agency);
  await openForOffline(phone, agency, changed);

  await phone.evaluate(replacePagesForEver);
  await enterNote(phone, 'While the pages are replaced.');
  // The old page is deleted and the new one written, in a transaction that does not end.
  await phone.until(() => document.documentElement.dataset.replacing === 'true');
  const sent = tunnel.keys.length;
  tunnel.enter('drop');
  await phone.restart('kill');

  await phone.goto('/dashboard');
  await phone.see({ role: 'link', text: changed.playerName });
  await phone.see({ role: 'link', text: other.playerName });
  await phone.see({ text: 'Offline. Changes are saved on this phone (1).' });
  tunnel.enter('open');
  await phone.miss({ text: 'Offline. Changes are saved on this phone (1).' }, 60_000);
  await expect.poll(() => tunnel.keys.length).toBeGreaterThan(sent);
  expect(await notesOf(agency, changed.id)).toEqual(['While the pages are replaced.']);
  expect(new Set(tunnel.keys).size).toBe(1);
});

/** Keeps the next transaction that deletes a page of applications open, and marks the document when it has written. */
function replacePagesForEver(): void {
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (...args) {
    const request = add.apply(this, args);
    if (this.name !== 'applicationPages') return request;
    const goOn = () => {
      document.documentElement.dataset.replacing = 'true';
      this.count().onsuccess = goOn;
    };
    request.addEventListener('success', goOn);
    return request;
  };
}

test('W-08 W-16 versions of the app: an older database is upgraded with its queue; a tab older than the database saves nothing more', {
  tag: '@all',
}, async ({ phone, agency, tunnel }) => {
  const application = await anApplication(agency);
  const { id } = application;
  await openForOffline(phone, agency, application);
  tunnel.enter('drop');
  await saveNote(phone, 'Before the update.');
  await phone.goto('/terms');
  expect(await phone.evaluate(remakeAsVersion, -10)).toEqual({ waiting: 1 });
  await phone.goto(`/dashboard/applications/${id}`);
  await phone.see({ text: 'Before the update.' });
  await phone.see({ text: 'Not sent yet' });
  tunnel.enter('open');
  await expect.poll(() => notesOf(agency, id), { timeout: 60_000 }).toEqual(['Before the update.']);
  await phone.miss({ text: 'Not sent yet' });

  const back = await phone.newTab();
  await phone.goto('/terms');
  await phone.evaluate(upgrade);
  await back();
  await phone.see({ text: 'Nothing more is saved here until you reload this page.' });
  await enterNote(phone, 'After the update.');
  await phone.see({ text: 'Reload this page and try again.' });
  expect(await notesOf(agency, id)).toEqual(['Before the update.']);
});

/**
 * Makes the mirror anew as the version before left it: lower by `by`, with the two queues that the newest has no more,
 * and the rows of all tables. Answers how many changes wait in it.
 */
async function remakeAsVersion(by: number): Promise<{ waiting: number }> {
  const answer = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  const { name = '', version = 0 } =
    (await indexedDB.databases()).find((each) => each.name?.startsWith('agency-')) ?? {};
  const newer = await answer(indexedDB.open(name));
  const tables = [...newer.objectStoreNames];
  const reading = newer.transaction(tables);
  const copies = await Promise.all(
    tables.map(async (table) => {
      const store = reading.objectStore(table);
      const { keyPath, autoIncrement } = store;
      const indexes = [...store.indexNames].map((each) => {
        const { keyPath: path, unique, multiEntry } = store.index(each);
        return { name: each, path, options: { unique, multiEntry } };
      });
      return {
        table,
        options: { keyPath, autoIncrement },
        indexes,
        rows: await answer(store.getAll()),
      };
    }),
  );
  newer.close();
  await answer(indexedDB.deleteDatabase(name));
  const making = indexedDB.open(name, version + by);
  making.onupgradeneeded = () => {
    for (const { table, options, indexes, rows } of copies) {
      const store = making.result.createObjectStore(table, options);
      for (const index of indexes) store.createIndex(index.name, index.path, index.options);
      for (const row of rows) store.add(row);
    }
    making.result.createObjectStore('unsentViews', { keyPath: 'id' });
    making.result.createObjectStore('unsentExports', { keyPath: 'key' });
  };
  (await answer(making)).close();
  return { waiting: copies.find(({ table }) => table === 'outbox')?.rows.length ?? 0 };
}

/** Opens the mirror as a later version does, with a table more. */
async function upgrade(): Promise<void> {
  const { name = '', version = 0 } =
    (await indexedDB.databases()).find((each) => each.name?.startsWith('agency-')) ?? {};
  const opening = indexedDB.open(name, version + 10);
  await new Promise<void>((done, fail) => {
    opening.onblocked = () => fail(new Error('The old tab holds the database.'));
    opening.onupgradeneeded = () => opening.result.createObjectStore('later');
    opening.onsuccess = () => done();
  });
  opening.result.close();
}

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
