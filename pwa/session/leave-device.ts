import { Dexie, liveQuery } from 'dexie';
import { EMPTY_STORAGE } from '#contract/page-cookie.ts';
import { dropFrozenPages } from '#pwa/lib/frozen-page.ts';
import { hasAnyDraft } from '#pwa/lib/storage/drafts.ts';
import { writePageCookie } from '#pwa/lib/storage/page-cookie.ts';
import { within } from '#pwa/lib/time/within.ts';
import { OWN, openExisting } from '#pwa/local/database/empty-stale.ts';
import { emptyTables, Mirror } from '#pwa/local/database/mirror.ts';
import { mirrorName } from '#pwa/local/database/mirror-name.ts';
import { requestSend } from '#pwa/local/outbox/outbox-actions.ts';
import { noteDiscarded } from '#pwa/local/outbox/unsent-note.ts';
import { noteNamed } from '#pwa/local/rows/saved-views.ts';
import { dropEntry, sendWaiting, unsentEntries } from '#pwa/visitor/outbox.ts';
import { allShares, leaveShares } from '#pwa/visitor/shares.ts';

/** How long a sign-out waits until the outbox is sent, in ms. */
const TIMEOUT = 15_000;
/** How long the last try to send visitors' inquiries may take, in ms. */
const SENDING = 5_000;
/** How long the database may take to open, in ms. */
const OPENING = 2_000;
/** How long counting the unsent changes may take, in ms. */
const COUNT = 3_000;
/** How long it waits until the empty database is deleted, in ms: before and after frozen pages are dropped. */
const DELETION = 1_000;

/** Changes are still unsent after the wait, or were sent and ask something; nothing was wiped. */
class StillUnsent extends Error {
  override readonly name = 'StillUnsent';
  readonly count: number;

  constructor(count: number) {
    super(`${count} changes could not be sent, or ask something.`);
    this.count = count;
  }
}

/**
 * Sends the user's outbox and waits until it is empty. Throws StillUnsent if changes are left after
 * 15 s, or if only refused ones or questions are left; another Error 2 s later if the outbox cannot be read.
 */
export async function sendEverything(userId: number): Promise<void> {
  const mirror = new Mirror(userId);
  try {
    const left = await emptied(mirror);
    if (left > 0) throw new StillUnsent(left);
  } finally {
    mirror.close();
  }
}

/** Resolves with the number of changes and open questions left: 0 as soon as all are sent. */
function emptied(mirror: Mirror): Promise<number> {
  return new Promise((resolve, reject) => {
    const count = () => within(OPENING, unsentIn(mirror)).then(settle, reject);
    const timer = setTimeout(count, TIMEOUT);
    const changes = liveQuery(async () => ({
      left: await unsentIn(mirror),
      asked: await mirror.questions.count(),
      refused: await mirror.outbox.where('state').equals('refused').count(),
    })).subscribe({
      next: ({ left, asked, refused }) => {
        if (left === asked + refused) settle(left);
      },
      error: reject,
    });
    function settle(count: number): void {
      clearTimeout(timer);
      changes.unsubscribe();
      resolve(count);
    }
    requestSend();
  });
}

/** How many unsent changes and open questions there are; in one transaction, because one becomes the other in one. */
function unsentIn(mirror: Mirror): PromiseLike<number> {
  const { outbox, questions } = mirror;
  return mirror.transaction(
    'r',
    [outbox, questions],
    async () => (await outbox.count()) + (await questions.count()),
  );
}

/** What a wipe keeps, and whether the user is still signed out: asked before each step that deletes. */
interface WipeOptions {
  keepOutbox: boolean;
  isDue?: () => boolean;
}

/**
 * Wipes a user's data from this device: everything, or all but the unsent changes and what was shared, which are kept
 * for this user's next sign-in and never sent for anybody else. First it empties the tables: another page can hold the
 * database open, and the browser then puts off its deletion.
 *
 * @returns 'emptied' if nothing personal is left, but the database is still there. Throws if data is
 *   left, after 3 s at most if the database does not open.
 */
export async function wipe(userId: number, options: WipeOptions): Promise<'done' | 'emptied'> {
  const { keepOutbox, isDue = () => true } = options;
  // Beside it: a storage that does not answer must not hold up the tables.
  const leaving = isDue() && leaveShares(userId, keepOutbox);
  if (keepOutbox) {
    await empty(userId, { keepOutbox, isDue });
    await leaving;
    return 'done';
  }
  // Emptied by an earlier call; until the browser can delete it, it cannot be opened.
  const isEmpty = deletions.has(userId);
  const [emptied] = await Promise.allSettled([isEmpty || empty(userId, { keepOutbox, isDue })]);
  if (!isDue()) return 'done';
  const deletion = deletions.get(userId) ?? Dexie.delete(mirrorName(userId));
  const isEmptied = emptied.status === 'fulfilled';
  if (isEmptied) keepDeletion(userId, deletion);
  // A database that cannot be read can perhaps be deleted.
  const inTime = isEmptied ? withoutFrozenPages(deletion) : within(DELETION, deletion);
  const [deleted] = await Promise.allSettled([inTime]);
  if (emptied.status === 'rejected' && deleted.status === 'rejected') throw emptied.reason;
  if (isDue()) noteDiscarded(userId);
  await leaving;
  return deleted.status === 'fulfilled' ? 'done' : 'emptied';
}

/** Sends what visitors wrote on this device, and deletes what could not be sent. Never throws. */
export async function forgetInquiries(): Promise<void> {
  await within(SENDING, sendWaiting()).catch(() => false);
  for (const { key } of await unsentEntries()) await dropEntry(key);
}

/** Waits for a deletion. A frozen page puts it off until the browser drops that page, which then is asked for. */
async function withoutFrozenPages(deletion: PromiseLike<void>): Promise<void> {
  try {
    await within(DELETION, deletion);
  } catch {
    dropFrozenPages();
    await within(DELETION, deletion);
  }
}

/** The deletions of empty databases that other pages put off, by user. */
const deletions = new Map<number, PromiseLike<void>>();

function keepDeletion(userId: number, deletion: PromiseLike<void>): void {
  deletions.set(userId, deletion);
  const forget = () => void deletions.delete(userId);
  deletion.then(forget, forget);
}

/**
 * How many unsent changes and open questions a user has on this device; null if its storage does not answer within 3 s.
 */
export async function unsentChangesOf(userId: number): Promise<number | null> {
  const mirror = new Mirror(userId);
  try {
    return await within(COUNT, unsentIn(mirror));
  } catch (error) {
    console.error(error);
    return null;
  } finally {
    mirror.close();
  }
}

/**
 * Notes for the server's answer to /api/logout that the browser may delete all files of this site, if no
 * database has anything but settings: no kept change of anybody, no unsent inquiry. Deleted rows could be
 * read in those files for a while. Does nothing where the browser cannot list its databases.
 */
export async function noteEmptyStorage(): Promise<void> {
  if (!indexedDB.databases) return;
  if (hasAnyDraft() || (await allShares()).length > 0) return;
  for (const { name } of await indexedDB.databases()) {
    if (name && !(await hasOnlySettings(name))) return;
  }
  writePageCookie(EMPTY_STORAGE, '1', 60);
}

async function hasOnlySettings(name: string): Promise<boolean> {
  const database = await openExisting(name);
  // Listed, but it does not open: its content is unknown.
  if (!database) return false;
  try {
    const stores = [...database.objectStoreNames].filter((store) => store !== 'settings');
    if (stores.length === 0) return true;
    const tx = database.transaction(stores);
    const counts = await Promise.all(stores.map((store) => answer(tx.objectStore(store).count())));
    return counts.every((count) => count === 0);
  } finally {
    database.close();
  }
}

/** The result of a request. Rejects with its error. */
function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function empty(userId: number, { keepOutbox, isDue }: Required<WipeOptions>): Promise<void> {
  const mirror = new Mirror(userId);
  try {
    await within(OPENING, mirror.open());
    if (!isDue()) return;
    // A disk that cannot be read is emptied all the same.
    if (keepOutbox) await noteNamed(mirror).catch(console.error);
    await emptyTables(mirror, keepOutbox ? OWN : []);
  } finally {
    mirror.close();
  }
}
