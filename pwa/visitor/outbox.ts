import { DEVICE_TIME, IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import type { ProblemBody } from '#contract/problems.ts';
import { allRows, deleteRow, getRow, putRow } from './store.ts';
import { sendInBackground } from './worker.ts';

/** A call that a visitor's phone owes the server: an inquiry, or one scan of a campaign code. */
export interface VisitorEntry {
  /** UUIDv7: the Idempotency-Key under which the server applies it once, and when it was made. */
  key: string;
  path: string;
  /** The JSON body, or null for a call without one. */
  body: unknown;
  /** Why the server did not take it. What a person wrote stays here until that person decides. */
  problem?: ProblemBody;
}

/** How one try to send ended. `waiting`: an answer that asks to come again, or none of ours. */
export type SendResult =
  | { kind: 'sent' }
  | { kind: 'waiting'; answered: boolean }
  | { kind: 'refused'; problem: ProblemBody };

type Listener = (entry: VisitorEntry, result: SendResult) => void;

const UNANSWERED: SendResult = { kind: 'waiting', answered: false };
const POSTPONED: SendResult = { kind: 'waiting', answered: true };
/** A 4xx that says "later", not "no". */
const LATER = [408, 409, 425, 429];
const TIMEOUT = 15_000;
const LONGEST_WAIT = 60_000;
/** A page may send at most 64 KiB that outlive it. */
const KEEPALIVE_BYTES = 60_000;

const listeners = new Set<Listener>();
/** The page's loader, its React part, other pages and the worker each run a copy of this module. */
let copies: BroadcastChannel | undefined;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Puts a call on the phone's disk and answers its key. Nothing is sent yet. */
export async function keepEntry(call: Omit<VisitorEntry, 'key'>): Promise<string> {
  const key = newId();
  await putRow('outbox', { key, ...call });
  return key;
}

/** Forgets a call that was not sent. */
export async function dropEntry(key: string): Promise<void> {
  await deleteRow('outbox', key);
}

/** What this phone still has, oldest first: what waits, and what was refused with its `problem`. */
export function unsentEntries(): Promise<VisitorEntry[]> {
  return allRows<VisitorEntry>('outbox');
}

/** Hears of every call that this browser sent or that was refused; answers how to stop listening. */
export function onSettled(listener: Listener): () => void {
  listeners.add(listener);
  channel();
  return () => listeners.delete(listener);
}

/**
 * Tries to send one kept call now. One page at a time sends an entry, and the server applies its
 * key once, so however often it is tried it arrives once. What waits is tried again by itself.
 */
export async function sendEntry(key: string): Promise<SendResult> {
  const result = await alone(key, () => attempt(key));
  if (result.kind === 'waiting') retryLater();
  return result;
}

/** Tries everything that waits; answers whether nothing is left. */
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

/**
 * Tries what waits again by itself: after 2 s, doubling to a minute, anywhere in the upper half of
 * that time, so that the phones of one stadium spread out.
 */
export function retryLater(): void {
  if (failures === 0) void sendInBackground();
  clearTimeout(timer);
  failures += 1;
  const longest = Math.min(LONGEST_WAIT, 1_000 * 2 ** failures);
  timer = setTimeout(
    () => void sendWaiting().then((done) => done || retryLater()),
    longest * (0.5 + Math.random() / 2),
  );
}

async function attempt(key: string): Promise<SendResult> {
  const entry = await getRow<VisitorEntry>('outbox', key);
  // Another page was faster.
  if (!entry) return { kind: 'sent' };
  if (entry.problem) return { kind: 'refused', problem: entry.problem };

  const result = await post(entry);
  if (result.kind === 'waiting') return result;

  if (result.kind === 'refused' && entry.body !== null) {
    await putRow('outbox', { ...entry, problem: result.problem });
  } else await deleteRow('outbox', key);
  for (const listener of listeners) listener(entry, result);
  channel()?.postMessage({ entry, result });
  return result;
}

/** Joins the copies of this module; what another one settled is told to the listeners here. */
function channel(): BroadcastChannel | undefined {
  if (copies || typeof BroadcastChannel === 'undefined') return copies;
  copies = new BroadcastChannel('visitor-outbox');
  copies.onmessage = ({ data }: MessageEvent<{ entry: VisitorEntry; result: SendResult }>) => {
    for (const listener of listeners) listener(data.entry, data.result);
  };
  return copies;
}

async function post({ key, path, body }: VisitorEntry): Promise<SendResult> {
  const text = body === null ? null : JSON.stringify(body);
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [IDEMPOTENCY_KEY]: key,
        [DEVICE_TIME]: String(Date.now()),
      },
      body: text,
      keepalive: (text?.length ?? 0) * 3 < KEEPALIVE_BYTES,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const type = response.headers.get('Content-Type') ?? '';
    // A hotel's sign-in page answers 200 and HTML, or leads away: not an answer of ours.
    if (response.redirected || type.includes('html')) return UNANSWERED;
    if (response.ok) return { kind: 'sent' };
    if (response.status >= 500 || LATER.includes(response.status)) return POSTPONED;
    const problem: ProblemBody = await response.json();
    return problem.code ? { kind: 'refused', problem } : UNANSWERED;
  } catch {
    return UNANSWERED;
  }
}

/** Runs `work` while no other page or worker of this browser sends the same entry. */
function alone<T>(key: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  return locks ? (locks.request(`visitor-${key}`, work) as Promise<T>) : work();
}
