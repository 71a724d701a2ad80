import type Database from 'better-sqlite3';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import type { Ledger, Made } from './ledger.ts';

/** Something that must never be so. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

interface KeyRow {
  scope: string;
  key: string;
  status: number;
  answer: string;
}

interface HistoryRow {
  id: string;
  applicationId: string;
  previousStatus: string;
  newStatus: string;
  notes: string | null;
  version: number;
  userId: number | null;
}

interface ApplicationRow {
  id: string;
  status: string;
  position: string | null;
  contactId: number | null;
  version: number;
}

/** The server's data as they stand in its file. */
export interface Recorded {
  keys: Map<string, KeyRow>;
  /** By application, oldest first. */
  history: HistoryRow[];
  entries: Map<string, HistoryRow>;
  applications: Map<string, ApplicationRow>;
  converted: Set<number>;
  revision: number;
}

export function readRecorded(file: Database.Database): Recorded {
  const all = <Row>(sql: string) => file.prepare(sql).all() as Row[];
  const keys = all<KeyRow>('SELECT scope, key, status, answer FROM IdempotencyKey');
  const applications = all<ApplicationRow>(
    'SELECT id, status, position, contactId, version FROM Application',
  );
  const converted = all<{ id: number }>('SELECT id FROM Contact WHERE convertedToApplication = 1');
  const [ledger] = all<{ revision: number }>('SELECT revision FROM Ledger');
  const history = all<HistoryRow>('SELECT * FROM HistoryEntry ORDER BY applicationId, version');
  return {
    keys: new Map(keys.map((row) => [`${row.scope} ${row.key}`, row])),
    history,
    entries: new Map(history.map((row) => [row.id, row])),
    applications: new Map(applications.map((row) => [row.id, row])),
    converted: new Set(converted.map(({ id }) => id)),
    revision: ledger?.revision ?? 0,
  };
}

/** What a queue holds now, by key. */
export type Queues = Map<string, OutboxEntry>;

/** Checks what must hold at every moment at which nothing moves. Throws Violation. */
export function checkAlways(ledger: Ledger, queues: Queues, recorded: Recorded): void {
  for (const change of ledger.made.values()) checkChange(change, queues, recorded);
  checkHistory(recorded);
}

/** Applied, or refused and listed, or still queued: nothing else, and nothing twice. */
function checkChange(change: Made, queues: Queues, recorded: Recorded): void {
  const { key, userId, fate } = change;
  const queued = queues.get(key);
  const stored = recorded.keys.get(`${userId} ${key}`);
  if (fate === 'sent again under another key' && stored && stored.status < 400) {
    throw new Violation(`${nameOf(change)} was applied, and is sent again under another key.`);
  }
  if (fate !== 'open' && fate !== 'discarded') return;
  if (stored && stored.status < 400) checkEffect(change, stored, recorded);
  if (fate === 'discarded') return;
  if (queued) {
    change.acknowledged = false;
    // Whoever may not enter any more is not told what became of earlier changes either.
    const mayKnow = queued.reason?.problem.code !== 'forbidden';
    if (queued.state === 'refused' && mayKnow && stored && stored.status < 400) {
      throw new Violation(`${nameOf(change)} is listed as refused, but was applied.`);
    }
    return;
  }
  change.acknowledged = true;
  if (!stored) {
    throw new Violation(`${nameOf(change)} has left the queue, and the server does not have it.`);
  }
  if (stored.status >= 400 && !isAlreadySo(change, stored)) {
    throw new Violation(`${nameOf(change)} was refused with ${stored.status} and is not listed.`);
  }
}

/** A key stands with its effect and its answer, or not at all. */
function checkEffect({ entry, key }: Made, { answer }: KeyRow, recorded: Recorded): void {
  if (answer === 'null') throw new Violation(`The key ${key} was committed without its answer.`);
  if (entry.type === 'status-changed') {
    const found = recorded.entries.get(key);
    if (!found) throw new Violation(`${entry.type} ${key} does not stand in the history.`);
    const { newStatus, notes } = found;
    if (newStatus !== entry.body.status || notes !== entry.body.notes) {
      throw new Violation(`${entry.type} ${key} was recorded as ${newStatus}, ${notes}.`);
    }
  }
  if (entry.type === 'application-created' && !recorded.applications.has(entry.body.id)) {
    throw new Violation(`The application of ${key} is not there.`);
  }
  if (entry.type === 'contact-converted' && !recorded.converted.has(entry.seen.id)) {
    throw new Violation(`The contact of ${key} is not converted.`);
  }
}

/** Each entry begins where the one before it ended, and the last one is what stands. */
function checkHistory({ history, applications }: Recorded): void {
  const last = new Map<string, HistoryRow>();
  for (const entry of history) {
    const before = last.get(entry.applicationId);
    const expected = before?.newStatus ?? 'pending';
    if (entry.previousStatus !== expected || entry.version === before?.version) {
      throw new Violation(
        `The history of ${entry.applicationId} is no chain: ${expected}, then ${entry.previousStatus} > ${entry.newStatus}.`,
      );
    }
    last.set(entry.applicationId, entry);
  }
  for (const { id, status } of applications.values()) {
    const expected = last.get(id)?.newStatus ?? 'pending';
    if (status !== expected) {
      throw new Violation(`Application ${id} is ${status}, its history ends with ${expected}.`);
    }
  }
}

/** Checks what must hold besides when every queue was sent. Throws Violation. */
export function checkAtRest(ledger: Ledger, queues: Queues, recorded: Recorded): void {
  checkOrder(ledger, recorded);
  checkRevisions(recorded);
  checkEdits(ledger, recorded);
  checkQueues(queues);
}

/** Changes of one record from one device stand in the order in which they were made. */
function checkOrder(ledger: Ledger, { history }: Recorded): void {
  const newest = new Map<string, Made>();
  for (const { id, applicationId } of history) {
    const change = ledger.made.get(id);
    if (!change) continue;
    const lane = `${change.device} ${change.userId} ${applicationId}`;
    const before = newest.get(lane);
    if (before && before.seq > change.seq) {
      throw new Violation(
        `${nameOf(change)} was made before ${nameOf(before)}, and applied after.`,
      );
    }
    newest.set(lane, change);
  }
}

/** Every revision is the work of one key: what was applied twice has raised it twice. */
function checkRevisions({ keys, revision }: Recorded): void {
  const explained = new Map<number, string>();
  for (const { key, status, answer } of keys.values()) {
    if (status >= 400) continue;
    const { version, change } = (JSON.parse(answer) ?? {}) as {
      version?: number;
      change?: object;
    };
    if (version === undefined) continue;
    const other = explained.get(version);
    // Other changes may find that all they wanted is so, and answer with what stands.
    if (other !== undefined && change) {
      throw new Violation(`Both ${key} and ${other} answered with revision ${version}.`);
    }
    explained.set(version, key);
  }
  for (let at = BASELINE + 1; at <= revision; at += 1) {
    if (!explained.has(at)) throw new Violation(`No key has made revision ${at} of ${revision}.`);
  }
}

/** Revisions that the sample rows of the start have used. */
export const BASELINE = 10;

/** What an edit wrote stands, unless a later one wrote over it. */
function checkEdits(ledger: Ledger, { keys, applications }: Recorded): void {
  const newest = new Map<string, { version: number; position: string | null }>();
  for (const { entry, userId, key } of ledger.made.values()) {
    const stored = keys.get(`${userId} ${key}`);
    if (entry.type !== 'application-edited') continue;
    if (!stored || stored.status >= 400) continue;
    const { id, version } = JSON.parse(stored.answer) as { id: string; version: number };
    const { position } = entry.body;
    if ((newest.get(id)?.version ?? 0) < version) newest.set(id, { version, position });
  }
  for (const [id, { position }] of newest) {
    const stands = applications.get(id)?.position ?? null;
    if (stands !== position) {
      throw new Violation(`The last edit of ${id} wrote "${position}", and "${stands}" stands.`);
    }
  }
}

/** Only what was refused, and what stands behind it in its lane, is still there. */
function checkQueues(queues: Queues): void {
  const refused = [...queues.values()].filter(({ state }) => state === 'refused');
  const lanes = new Set(refused.map(({ entity }) => entity));
  const keys = new Set(refused.map(({ key }) => key));
  const ordered = [...queues.values()].sort((one, other) => one.seq - other.seq);
  for (const entry of ordered) {
    if (entry.state === 'refused') continue;
    const isBehind = lanes.has(entry.entity) || (entry.dependsOn && keys.has(entry.dependsOn));
    if (!isBehind) {
      throw new Violation(`${entry.type} ${entry.key} is ${entry.state} with nothing in its way.`);
    }
    keys.add(entry.key);
    lanes.add(entry.entity);
  }
}

/** "Nothing to change": somebody else has set the same status, so the person has it. */
function isAlreadySo({ entry }: Made, { status }: KeyRow): boolean {
  return entry.type === 'status-changed' && entry.body.notes === null && status === 400;
}

function nameOf({ entry, key, device }: Made): string {
  return `${entry.type} ${key} of ${device}`;
}
