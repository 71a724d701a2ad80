import { gunzipSync } from 'node:zlib';
import { expect, type JSHandle, type Locator, type Page, type Request } from 'playwright/test';
import type { HistoryEntry } from '#contract/applications.ts';
import { newId } from '#contract/fields/ids.ts';
import type { Agency } from './agency.ts';
import { update } from './office.ts';
import type { Tunnel } from './tunnel.ts';

/** What the journeys look at in a queued change. */
interface QueuedChange {
  seq: number;
  key: string;
  entity: string;
  state: string;
  body: { notes?: string | null };
  seen: { id: string };
}

/** The database of a signed-in user on this device. */
const MIRROR = /^agency-\d+$/;

/** Adds a note with the form, and waits until the screen shows it. */
export async function saveNote(page: Page, note: string): Promise<void> {
  await update(page, { note });
  await expect(page.getByText(note).first()).toBeVisible();
}

/** The changes queued on this device, oldest first. */
export function waitingOn(page: Page): Promise<QueuedChange[]> {
  return rowsOf(page, MIRROR, 'outbox');
}

/** Waits until this device holds numbers for campaigns that are made offline. */
export async function numbersForCampaigns(page: Page): Promise<void> {
  const left = async () => {
    const kept = await rowsOf<{ key: string; ids?: number[] }>(page, MIRROR, 'meta');
    return kept.find(({ key }) => key === 'campaign-ids')?.ids?.length ?? 0;
  };
  await expect.poll(left, { intervals: [100] }).toBeGreaterThan(0);
}

/** The rows of a table; none while there is no database with such a name. */
export async function rowsOf<Row>(page: Page, name: RegExp, table: string): Promise<Row[]> {
  const database = await openDatabase(page, name);
  if (!database) return [];
  const rows = await rowsIn(database, table);
  await database.evaluate((opened) => opened.close());
  return rows as Row[];
}

async function openDatabase(page: Page, name: RegExp): Promise<JSHandle<IDBDatabase> | null> {
  const handle = await page.evaluateHandle(async (pattern) => {
    const all = await indexedDB.databases();
    const found = all.find((each) => each.name?.match(pattern));
    if (!found?.name) return null;
    const opening = indexedDB.open(found.name);
    return new Promise<IDBDatabase>((done, fail) => {
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => fail(opening.error);
    });
  }, name);
  return (await handle.evaluate((database) => database === null))
    ? null
    : (handle as JSHandle<IDBDatabase>);
}

function rowsIn(database: JSHandle<IDBDatabase>, table: string): Promise<unknown[]> {
  return database.evaluate((opened, store) => {
    const reading = opened.transaction(store).objectStore(store).getAll();
    return new Promise<unknown[]>((done, fail) => {
      reading.onsuccess = () => done(reading.result);
      reading.onerror = () => fail(reading.error);
    });
  }, table);
}

/** Cuts the connection, saves a note, and queues `more` notes over the applications `on`: see `queueNotes`. */
export async function saveNotesOffline(
  page: Page,
  tunnel: Tunnel,
  { note, more, on }: { note: string; more: number; on: readonly string[] },
): Promise<Map<string, string[]>> {
  tunnel.enter('drop');
  await saveNote(page, note);
  return queueNotes(page, on, more);
}

/**
 * Queues many notes at once: copies of the first queued note, each with a key of its own, spread
 * evenly over these applications. Answers the notes of each application in their order.
 */
async function queueNotes(
  page: Page,
  ids: readonly string[],
  count: number,
): Promise<Map<string, string[]>> {
  const notes = new Map<string, string[]>(ids.map((id) => [id, []]));
  const [model] = await waitingOn(page);
  const database = await openDatabase(page, MIRROR);
  if (!model || !database) throw new Error('No note is queued that could be copied.');
  const { seq: _, ...entry } = model;
  const copies = Array.from({ length: count }, (_, at) => {
    const id = ids[at % ids.length] ?? '';
    const note = `Note ${at}`;
    notes.get(id)?.push(note);
    const copy = JSON.parse(JSON.stringify(entry).replaceAll(entry.seen.id, id));
    return { ...copy, key: newId(), body: { ...copy.body, notes: note } };
  });
  await database.evaluate((opened, entries) => {
    const transaction = opened.transaction('outbox', 'readwrite');
    for (const each of entries) transaction.objectStore('outbox').add(each);
    return new Promise<void>((done, fail) => {
      transaction.oncomplete = () => done();
      transaction.onabort = () => fail(transaction.error);
    });
  }, copies);
  await database.evaluate((opened) => opened.close());
  return notes;
}

/** The person looks at the app again, which makes it send. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Waits until nothing is queued on this device. */
export async function drained(page: Page): Promise<void> {
  const left = async () => (await waitingOn(page)).length;
  await expect.poll(left, { intervals: [100], timeout: 60_000 }).toBe(0);
}

/** Waits until no record on a page, or in a part of it, is marked as not sent or as being sent. */
export async function nothingMarked(shown: Page | Locator): Promise<void> {
  await expect(shown.locator('[data-waiting]')).toHaveCount(0, { timeout: 60_000 });
}

/** The notes in an application's history, oldest first. */
export async function notesOf(agency: Agency, id: string): Promise<(string | null)[]> {
  return (await historyOf(agency, id)).map(({ notes }) => notes).reverse();
}

/** An application's history, newest first. */
export function historyOf(agency: Agency, id: string): Promise<HistoryEntry[]> {
  return agency.api('GET', `/api/applications/${id}/history`);
}

/** Everything that this browser stores for the site, as one text. */
export async function everythingKept(page: Page): Promise<string> {
  const kept: unknown[] = [];
  const names = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name),
  );
  for (const name of names) {
    const database = await openDatabase(page, new RegExp(`^${name}$`));
    if (!database) continue;
    for (const table of await database.evaluate((opened) => [...opened.objectStoreNames])) {
      kept.push(name, table, await rowsIn(database, table));
    }
    await database.evaluate((opened) => opened.close());
  }
  const elsewhere = await page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        found.push(request.url, await (await cache.match(request))?.text());
      }
    }
    return JSON.stringify(found);
  });
  return JSON.stringify(kept) + elsewhere;
}

/** The batch that a request to /api/sync carries; long ones are compressed. */
export function batchIn(request: Request): { calls: unknown[] } {
  const body = request.postDataBuffer() ?? Buffer.from('{}');
  const isZipped = request.headers()['content-encoding'] === 'gzip';
  return JSON.parse((isZipped ? gunzipSync(body) : body).toString('utf8'));
}
