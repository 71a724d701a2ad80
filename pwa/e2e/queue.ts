import { gunzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright/test';
import type { Agency } from './agency.ts';
import { expect } from './fixtures.ts';
import { atRest, update } from './office.ts';

export interface HistoryEntry {
  id: string;
  previousStatus: string;
  newStatus: string;
  notes: string | null;
}

/** What the tests look at of a change that waits on the phone. */
interface Waiting {
  seq: number;
  key: string;
  entity: string;
  state: string;
  body: { notes?: string | null };
}

let made = 0;

/** Makes an application at the server and opens it; answers its id and its player's name. */
export async function openApplication(
  page: Page,
  agency: Agency,
): Promise<{ id: string; name: string }> {
  const { id, name } = await anApplication(agency);
  await page.goto(`${agency.origin}/dashboard/applications/${id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  // The form of a phone comes after the page.
  await atRest(page);
  return { id, name };
}

/** Makes an application at the server, as another phone would. */
export async function anApplication(agency: Agency): Promise<{ id: string; name: string }> {
  made += 1;
  const name = `Keeper ${process.pid}-${made}`;
  const { id } = await agency.api<{ id: string }>('POST', '/api/applications', {
    playerName: name,
    email: 'keeper@example.com',
  });
  return { id, name };
}

/** Adds a note with the form, and waits until the screen says that it is saved. */
export async function saveNote(page: Page, note: string): Promise<void> {
  await update(page, { note });
  await expect(page.getByText(note).first()).toBeVisible();
}

/** The changes that wait on this phone, oldest first, as they stand on its disk. */
export function waitingOn(page: Page): Promise<Waiting[]> {
  return rowsOf(page, 'outbox');
}

/** Waits until campaigns can be made on this phone without a signal. */
export async function numbersForCampaigns(page: Page): Promise<void> {
  const left = async () => {
    const kept = await rowsOf<{ key: string; ids?: number[] }>(page, 'meta');
    return kept.find(({ key }) => key === 'campaign-ids')?.ids?.length ?? 0;
  };
  await expect.poll(left).toBeGreaterThan(0);
}

/** The rows of a table of this phone's database; none where there is no database yet. */
function rowsOf<Row>(page: Page, table: string): Promise<Row[]> {
  return page.evaluate(async (store) => {
    const found = (await indexedDB.databases()).find(({ name }) => /^agency-\d+$/.test(name ?? ''));
    if (!found?.name) return [];
    const opening = indexedDB.open(found.name);
    await new Promise((done) => {
      opening.onsuccess = done;
    });
    const reading = opening.result.transaction(store).objectStore(store).getAll();
    await new Promise((done) => {
      reading.onsuccess = done;
    });
    opening.result.close();
    return reading.result;
  }, table);
}

/**
 * Queues many notes at once: copies of the note that waits already, each under a key of its own, over
 * these applications in turn. Answers the notes of each application in their order.
 */
export async function queueNotes(
  page: Page,
  ids: readonly string[],
  count: number,
): Promise<Map<string, string[]>> {
  const notes = new Map<string, string[]>(ids.map((id) => [id, []]));
  const wanted = Array.from({ length: count }, (_, at) => {
    const id = ids[at % ids.length] ?? '';
    const note = `Note ${at}`;
    notes.get(id)?.push(note);
    return { id, note };
  });
  await page.evaluate(async (all) => {
    const found = (await indexedDB.databases()).find(({ name }) => /^agency-\d+$/.test(name ?? ''));
    const opening = indexedDB.open(found?.name ?? '');
    await new Promise((done) => {
      opening.onsuccess = done;
    });
    const transaction = opening.result.transaction('outbox', 'readwrite');
    const outbox = transaction.objectStore('outbox');
    const reading = outbox.getAll();
    await new Promise((done) => {
      reading.onsuccess = done;
    });
    const [model] = reading.result;
    for (const { id, note } of all) {
      const { seq: _, ...entry } = structuredClone(model);
      const text = JSON.stringify(entry).replaceAll(entry.seen.id, id);
      const key = `${entry.key.slice(0, 14)}7${crypto.randomUUID().slice(15)}`;
      const copy = { ...JSON.parse(text), key };
      copy.body.notes = note;
      outbox.add(copy);
    }
    await new Promise((done) => {
      transaction.oncomplete = done;
    });
    opening.result.close();
  }, wanted);
  return notes;
}

/** The person looks at the app again, which is an occasion to send. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Waits until nothing waits on this phone any more. */
export async function drained(page: Page): Promise<void> {
  await expect.poll(async () => (await waitingOn(page)).length, { timeout: 60_000 }).toBe(0);
}

/** The notes in an application's history, oldest first. */
export async function notesOf(agency: Agency, id: string): Promise<(string | null)[]> {
  return (await historyOf(agency, id)).map(({ notes }) => notes).reverse();
}

export function historyOf(agency: Agency, id: string): Promise<HistoryEntry[]> {
  return agency.api('GET', `/api/applications/${id}/history`);
}

/** Everything that this browser has kept for the site, as one text. */
export function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name ?? '');
      await new Promise((done) => {
        opening.onsuccess = done;
      });
      for (const store of opening.result.objectStoreNames) {
        const reading = opening.result.transaction(store).objectStore(store).getAll();
        await new Promise((done) => {
          reading.onsuccess = done;
        });
        kept.push(name, store, reading.result);
      }
      opening.result.close();
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

/** The batch that a request to /api/sync carries; long ones are compressed. */
export function batchIn(request: Request): { calls: unknown[] } {
  const body = request.postDataBuffer() ?? Buffer.from('{}');
  const isZipped = request.headers()['content-encoding'] === 'gzip';
  return JSON.parse((isZipped ? gunzipSync(body) : body).toString('utf8'));
}
