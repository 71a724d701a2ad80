import { newId } from '#contract/fields/ids.ts';
import type { ReceivedProblem } from '#contract/problems.ts';
import { forgetVisit } from './count-visit.ts';
import { postEntry } from './post-entry.ts';
import { keepReceipt } from './receipts.ts';
import { tellSettled } from './settled.ts';
import { allRows, deleteRow, getRow, putRow } from './store.ts';
import type { SendResult, VisitorEntry } from './visitor-entry.ts';
import { withLock } from './with-lock.ts';
import { sendInBackground } from './worker.ts';

/** In milliseconds. */
const LONGEST_WAIT = 60_000;

/** The calls that the disk refused: they live as long as this page. */
const inPage = new Map<string, VisitorEntry>();
const GONE: SendResult = { kind: 'waiting', answered: true };
/** Failed rounds in a row. */
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Stores a call on the phone's disk and returns its key. Nothing is sent yet. If the disk refuses it,
 * this page holds it (isInPageOnly).
 */
export async function keepEntry(call: Omit<VisitorEntry, 'key'>, key = newId()): Promise<string> {
  await keep({ key, ...call });
  // Before the first try, which may take long: the page may be closed meanwhile.
  void sendInBackground();
  return key;
}

/** True while a call lives only as long as this page, because the disk refused it. */
export function isInPageOnly(): boolean {
  return inPage.size > 0;
}

/** Stores a call in place of the one with its key, once that is not in flight any more. */
export async function rewriteEntry(entry: VisitorEntry): Promise<void> {
  await withLock(entry.key, () => keep(entry));
}

/** Deletes a call once it is no longer in flight, so that its replacement arrives after it. */
export async function replaceEntry(key: string): Promise<void> {
  await withLock(key, () => dropEntry(key));
}

/** Deletes a call that was not sent. */
export async function dropEntry(key: string): Promise<void> {
  inPage.delete(key);
  await deleteRow('outbox', key);
}

/** The calls on this phone, oldest first: queued ones, and refused ones with their `problem`. */
export async function unsentEntries(
  rows = allRows<VisitorEntry>('outbox'),
): Promise<VisitorEntry[]> {
  const stored = (await rows) ?? [];
  return [...stored.filter(({ key }) => !inPage.has(key)), ...inPage.values()];
}

/**
 * Tries to send one stored call now. One page at a time sends an entry, and the server applies its
 * key once, so it arrives once however often it is tried. A call still queued is retried by itself.
 *
 * @param known the entry of this key. If its row is gone, another page was probably faster: the server
 *   says how it ended. Without it the result is `waiting`.
 */
export async function sendEntry(key: string, known?: VisitorEntry): Promise<SendResult> {
  const result = (await withLock(key, () => attempt(key, known))) ?? GONE;
  if (result.kind === 'waiting') retryLater();
  return result;
}

/** Tries every queued call; resolves to whether none is left, which a disk that cannot be read does not say. */
export async function sendWaiting(): Promise<boolean> {
  const rows = allRows<VisitorEntry>('outbox');
  let done = (await rows) !== undefined;
  for (const { key, problem } of await unsentEntries(rows)) {
    if (problem) continue;
    const result = await withLock(key, () => attempt(key));
    if (result?.kind !== 'waiting') continue;
    done = false;
    // Without a network the others fare no better; an answer concerns this entry alone.
    if (!result.answered) break;
  }
  if (done) failures = 0;
  return done;
}

/**
 * Tries every queued call, and again later while one is left.
 *
 * @param isBack the network is back: earlier failures say nothing about it
 */
export async function keepTrying(isBack = false): Promise<void> {
  if (isBack) failures = 0;
  if (!(await sendWaiting())) retryLater();
}

/**
 * Schedules the next try: after 2 s, doubling to a minute, anywhere in the upper half of that time,
 * so that the phones of one stadium spread out.
 */
function retryLater(): void {
  if (failures === 0) void sendInBackground();
  clearTimeout(timer);
  failures += 1;
  const longest = Math.min(LONGEST_WAIT, 1_000 * 2 ** failures);
  timer = setTimeout(() => void keepTrying(), longest * (0.5 + Math.random() / 2));
}

/** Sends an entry; undefined if it is not there any more. */
async function attempt(key: string, known?: VisitorEntry): Promise<SendResult | undefined> {
  const entry = (await entryOf(key)) ?? known;
  if (!entry) return undefined;
  if (entry.problem) return { kind: 'refused', problem: entry.problem };

  if (entry.after && (await isQueued(entry.after))) return { kind: 'waiting', answered: true };

  const result = await post(entry);
  if (result.kind === 'waiting') return result;

  if (result.kind === 'refused' && isToDecide(entry, result.problem)) {
    await keep({ ...entry, problem: result.problem });
  } else {
    if (entry.body === null) {
      if (result.kind === 'refused') await forgetVisit(entry.path);
    } else if (result.kind === 'sent') await keepReceipt(entry);
    // A refused one before it needs no decision any more.
    if (entry.after) await dropEntry(entry.after);
    await dropEntry(key);
  }
  tellSettled(entry, result);
  return result;
}

/**
 * Makes the call of an entry. If the answer to an earlier text of it was lost, that text has arrived, and the server
 * refuses another one under its key: then each later text follows as a correction, once that before it is settled.
 */
async function post(entry: VisitorEntry): Promise<SendResult> {
  let result = await postEntry(entry);
  if (result.kind !== 'refused' || result.problem.code !== 'key-reused') return result;
  for (const correction of entry.later ?? []) {
    result = await postEntry(correction);
    if (result.kind === 'waiting') return result;
  }
  return result;
}

async function entryOf(key: string): Promise<VisitorEntry | undefined> {
  return inPage.get(key) ?? (await getRow<VisitorEntry>('outbox', key));
}

async function isQueued(key: string): Promise<boolean> {
  const entry = await entryOf(key);
  return entry !== undefined && !entry.problem;
}

/** A person decides about a refused text, unless the private link that it is for leads to nothing any more. */
function isToDecide({ body }: VisitorEntry, { code }: ReceivedProblem): boolean {
  return body !== null && code !== 'link-not-found';
}

async function keep(entry: VisitorEntry): Promise<void> {
  if (await putRow('outbox', entry)) inPage.delete(entry.key);
  else inPage.set(entry.key, entry);
}
