import { newId } from '#contract/ids.ts';
import { knowsClock, serverNow } from '#pwa/lib/server-clock.ts';
import { postEntry } from './post-entry.ts';
import { tellSettled } from './settled.ts';
import { allRows, deleteRow, getRow, putRow } from './store.ts';
import type { SendResult, VisitorEntry } from './visitor-entry.ts';
import { sendInBackground } from './worker.ts';

/** In milliseconds. */
const LONGEST_WAIT = 60_000;
/** Failed rounds in a row. */
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Stores a call on the phone's disk and returns its key. Nothing is sent yet. */
export async function keepEntry(call: Omit<VisitorEntry, 'key'>): Promise<string> {
  const key = newId();
  await putRow('outbox', { key, ...call, ...(knowsClock() && { madeAt: serverNow() }) });
  return key;
}

/** Deletes a call that was not sent. */
export async function dropEntry(key: string): Promise<void> {
  await deleteRow('outbox', key);
}

/** The calls on this phone, oldest first: queued ones, and refused ones with their `problem`. */
export function unsentEntries(): Promise<VisitorEntry[]> {
  return allRows<VisitorEntry>('outbox');
}

/**
 * Tries to send one stored call now. One page at a time sends an entry, and the server applies its
 * key once, so it arrives once however often it is tried. A call still queued is retried by itself.
 */
export async function sendEntry(key: string): Promise<SendResult> {
  const result = await alone(key, () => attempt(key));
  if (result.kind === 'waiting') retryLater();
  return result;
}

/** Tries every queued call; resolves to whether none is left. */
export async function sendWaiting(): Promise<boolean> {
  let done = true;
  for (const { key, problem } of await unsentEntries()) {
    if (problem) continue;
    const result = await alone(key, () => attempt(key));
    if (result.kind !== 'waiting') continue;
    done = false;
    // Without a network the others fare no better; an answer concerns this entry alone.
    if (!result.answered) break;
  }
  if (done) failures = 0;
  return done;
}

/** Tries every queued call, and again later while one is left. */
export async function keepTrying(): Promise<void> {
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

async function attempt(key: string): Promise<SendResult> {
  const entry = await getRow<VisitorEntry>('outbox', key);
  // Another page was faster.
  if (!entry) return { kind: 'sent' };
  if (entry.problem) return { kind: 'refused', problem: entry.problem };

  const result = await postEntry(entry);
  if (result.kind === 'waiting') return result;

  if (result.kind === 'refused' && entry.body !== null) {
    await putRow('outbox', { ...entry, problem: result.problem });
  } else await deleteRow('outbox', key);
  tellSettled(entry, result);
  return result;
}

/** Runs `work` while no other page or worker of this browser sends the same entry. */
function alone<T>(key: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  return locks ? (locks.request(`visitor-${key}`, work) as Promise<T>) : work();
}
