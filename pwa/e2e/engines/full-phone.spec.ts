import { notesOf } from '#pwa/e2e/queue.ts';
import { anApplication } from '#pwa/e2e/server-records.ts';
import { enterNote, openForOffline, UPDATE } from './back-office.ts';
import type { Device } from './device.ts';
import { expect, test } from './fixtures.ts';

const FULL = { text: 'The storage of this device is full.' };

test.use({ room: 20 * 1_024 * 1_024 });

test('W-07 W-08 on a full phone what is called saved is kept, and what is not stays in the form', {
  tag: '@all',
}, async ({ phone, agency, tunnel }) => {
  const application = await anApplication(agency);
  const { id } = application;
  await openForOffline(phone, agency, application);
  tunnel.enter('drop');
  await fillStorage(phone);

  const notes: string[] = [];
  do {
    expect(notes.length, 'notes that a full phone took').toBeLessThan(30);
    notes.push(`Note ${notes.length}. ${'Left back. '.repeat(40)}`.trim());
    await enterNote(phone, notes.at(-1) ?? '');
  } while (await isTaken(phone));
  const typed = await phone.evaluate(() => document.querySelector('textarea')?.value);
  expect(typed).toBe(notes.at(-1));

  await emptyStorage(phone);
  await phone.click(UPDATE);
  await phone.miss(UPDATE);
  await phone.restart('kill');
  await phone.goto(`/dashboard/applications/${id}`);
  for (const note of notes) await phone.see({ text: note });
  tunnel.enter('open');
  await expect.poll(() => notesOf(agency, id), { timeout: 60_000 }).toEqual(notes);
});

/** Whether the form has closed; false when it says that the phone is full. */
async function isTaken(phone: Device): Promise<boolean> {
  let outcome = 'open';
  const look = async () => {
    if (await phone.sees(FULL)) outcome = 'full';
    else if (!(await phone.sees(UPDATE))) outcome = 'taken';
    return outcome;
  };
  await expect.poll(look, { intervals: [100] }).not.toBe('open');
  return outcome === 'taken';
}

/** Stores photos until not even 1 KB more has room. */
function fillStorage(phone: Device): Promise<void> {
  return phone.evaluate(async () => {
    // After a failure Firefox refuses one more transaction of the same connection.
    const connect = () => {
      const opening = indexedDB.open('photos');
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('photos', { autoIncrement: true });
      };
      return new Promise<IDBDatabase>((done, fail) => {
        opening.onsuccess = () => done(opening.result);
        opening.onerror = () => fail(opening.error);
      });
    };
    const isStored = async (photo: ArrayBuffer) => {
      const database = await connect();
      const transaction = database.transaction('photos', 'readwrite');
      transaction.objectStore('photos').add(photo);
      const stored = new Promise<boolean>((done) => {
        transaction.oncomplete = () => done(true);
        transaction.onabort = () => done(false);
      });
      database.close();
      return stored;
    };
    // Random bytes cannot be compressed; at most 64 KB come at once.
    const photoOf = (size: number) => {
      const part = crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536)));
      return new Blob(Array(size / part.length).fill(part)).arrayBuffer();
    };
    for (let size = 1_048_576; size >= 1_024; ) {
      if (!(await isStored(await photoOf(size)))) size /= 2;
    }
  });
}

function emptyStorage(phone: Device): Promise<void> {
  return phone.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const deleting = indexedDB.deleteDatabase('photos');
        deleting.onsuccess = () => done();
        deleting.onerror = () => fail(deleting.error);
      }),
  );
}
