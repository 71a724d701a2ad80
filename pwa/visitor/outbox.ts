import { DEVICE_TIME, IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import type { ReceivedProblem } from '#contract/problems.ts';
import { classify } from '#pwa/lib/classify.ts';
import { allRows, deleteRow, getRow, putRow } from './store.ts';
import { sendInBackground } from './worker.ts';

/** A call that a visitor's phone owes the server: an inquiry, or one scan of a campaign code. */
export interface VisitorEntry {
  /** UUIDv7: the Idempotency-Key under which the server applies it once, and when it was made. */
  key: string;
  path: string;
  /** The JSON body, or null for a call without one. */
  body: unknown;
  /** Why the server refused it. A person's own text stays here until that person decides. */
  problem?: ReceivedProblem;
}

/** The outcome of one attempt. `waiting` is retried; `answered` if anything but a timeout came back. */
export type SendResult =
  | { kind: 'sent' }
  | { kind: 'waiting'; answered: boolean }
  | { kind: 'refused'; problem: ReceivedProblem };

type Listener = (entry: VisitorEntry, result: SendResult) => void;

const TIMEOUT = 15_000;
const LONGEST_WAIT = 60_000;
/** A page may send at most 64 KiB that outlive it. */
const KEEPALIVE_BYTES = 60_000;

const listeners = new Set<Listener>();
/** The page's loader, its React part, other pages and the worker each run a copy of this module. */
let copies: BroadcastChannel | undefined;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Stores a call on the phone's disk and returns its key. Nothing is sent yet. */
export async function keepEntry(call: Omit<VisitorEntry, 'key'>): Promise<string> {
  const key = newId();
  await putRow('outbox', { key, ...call });
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

/** Notifies about every call that this browser sent or that was refused; returns an unsubscribe. */
export function onSettled(listener: Listener): () => void {
  listeners.add(listener);
  channel();
  return () => listeners.delete(listener);
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

/**
 * Schedules the next try: after 2 s, doubling to a minute, anywhere in the upper half of that time,
 * so that the phones of one stadium spread out.
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

/** Connects the copies of this module: listeners here hear what another copy has settled. */
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
    const problem = await problemIn(response);
    const status = isOurs(response) ? response.status : null;
    const verdict = classify({ status, code: problem?.code ?? null });
    if (verdict === 'accepted') return { kind: 'sent' };
    // A visitor has no session and no queue to replay: whatever our server says no to is refused.
    if (problem && verdict !== 'later') return { kind: 'refused', problem };
    return { kind: 'waiting', answered: verdict !== 'cut-off' };
  } catch {
    return { kind: 'waiting', answered: false };
  }
}

/** False for a hotel's sign-in page: it answers 200 and HTML, or redirects. */
function isOurs({ redirected, headers }: Response): boolean {
  return !redirected && !headers.get('Content-Type')?.includes('html');
}

async function problemIn(response: Response): Promise<ReceivedProblem | null> {
  if (response.ok) return null;
  const body: ReceivedProblem | null = await response.json().catch(() => null);
  return body?.code ? body : null;
}

/** Runs `work` while no other page or worker of this browser sends the same entry. */
function alone<T>(key: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  return locks ? (locks.request(`visitor-${key}`, work) as Promise<T>) : work();
}
