import { LATE_AFTER, NO_VISITS } from '#contract/campaigns.ts';
import type { FieldEdit } from '#contract/fields/application-fields.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { Ledger, Made } from './ledger.ts';
import type { HistoryRow, KeyRow, Recorded, Row } from './recorded.ts';
import { Violation } from './violation.ts';

/** What a queue holds now, by key. */
export type Queues = Map<string, OutboxEntry>;

/** Checks what must hold at every moment at which nothing moves. Throws Violation. */
export function checkAlways(ledger: Ledger, queues: Queues, recorded: Recorded): void {
  for (const change of ledger.made.values()) checkChange(change, queues, recorded, ledger);
  for (const { scope, key, status } of recorded.keys.values()) {
    const change = ledger.made.get(key);
    if (change && status < 400 && scope !== String(change.userId)) {
      throw new Violation(`${nameOf(change)} was applied as a change of user ${scope}.`);
    }
  }
  checkExports(ledger, recorded);
  checkHistory(recorded, ledger);
  checkEdits(recorded, ledger);
  checkRefused(ledger, queues, recorded);
}

/** Applied, or refused and listed, or still queued: nothing else, and nothing twice. */
function checkChange(change: Made, queues: Queues, recorded: Recorded, ledger: Ledger): void {
  const { key, userId } = change;
  const queued = queues.get(key);
  const stored = recorded.keys.get(`${userId} ${key}`);
  if (change.fate === 'to be sent again' && (queued || stored)) {
    // It may meet others there than it has met before.
    Object.assign(change, { fate: 'open', looked: false });
  }
  const { fate } = change;
  if (fate === 'sent again under another key' && stored && stored.status < 400) {
    throw new Violation(`${nameOf(change)} was applied, and is sent again under another key.`);
  }
  if (fate === 'undone' && !change.isBack && stored && stored.status < 400) {
    throw new Violation(`${nameOf(change)} was undone without a trace, and the server has it.`);
  }
  if (fate !== 'open' && fate !== 'discarded') return;
  if (stored && stored.status < 400) checkEffect(change, stored, recorded, ledger);
  if (fate === 'discarded') return;
  if (queued) {
    change.acknowledged = false;
    // A user without access learns nothing about earlier changes.
    const mayKnow = queued.reason?.problem.code !== 'forbidden' && !change.isBack;
    if (queued.state === 'refused' && mayKnow && stored && stored.status < 400) {
      throw new Violation(`${nameOf(change)} is listed as refused, but was applied.`);
    }
    return;
  }
  change.acknowledged = true;
  if (!stored && change.wasThere) {
    change.fate = 'to be sent again';
    return;
  }
  if (!stored) {
    throw new Violation(`${nameOf(change)} has left the queue, and the server does not have it.`);
  }
  if (!isApplied(change, recorded)) {
    throw new Violation(`${nameOf(change)} was refused with ${stored.status} and is not listed.`);
  }
}

/** Whether an entry tells that a status was set, and a later decision stands. */
function isOvertaken(entry: HistoryRow, status: string, { entries }: Recorded): boolean {
  const [edit] = JSON.parse(entry.edits ?? '[]') as FieldEdit[];
  const isLater = (other: HistoryRow) =>
    other.applicationId === entry.applicationId && other.createdAt > entry.createdAt;
  return edit?.field === 'status' && edit.after === status && [...entries.values()].some(isLater);
}

/** A key stands with its effect and its answer, or not at all. */
function checkEffect(change: Made, { answer }: KeyRow, recorded: Recorded, ledger: Ledger): void {
  const { entry, key } = change;
  if (answer === 'null' && definitionOf(entry).endpoint.reply) {
    throw new Violation(`The key ${key} was committed without its answer.`);
  }
  if (ledger.erased.has(entry.entity)) return;
  if (entry.type === 'status-changed') {
    const found = recorded.entries.get(key);
    if (!found) throw new Violation(`${nameOf(change)} does not stand in the history.`);
    const { previousStatus, newStatus, notes, reason } = found;
    // An entry of an older version was sent without what was seen.
    const isNote = entry.saysSeen && entry.body.status === entry.seen.status;
    const expected = isNote ? previousStatus : entry.body.status;
    const isSaid = notes === entry.body.notes && reason === (entry.body.reason ?? null);
    const isSet = newStatus === expected || isOvertaken(found, entry.body.status, recorded);
    if (!isSet || !isSaid) {
      throw new Violation(`${nameOf(change)} was recorded as ${newStatus}, ${notes}, ${reason}.`);
    }
  }
  if (entry.type === 'view-saved' && !recorded.views.has(`${change.userId} ${entry.body.id}`)) {
    throw new Violation(`The view of ${key} is not there.`);
  }
  if (entry.type === 'application-created' && !recorded.applications.has(entry.body.id)) {
    throw new Violation(`The application of ${key} is not there.`);
  }
  if (entry.type === 'contact-added' && entry.body.added) {
    const { applicationId } = entry.body;
    const isNoted = [...recorded.entries.values()].some(
      (one) => one.applicationId === applicationId && one.notes?.includes('\nE-mail: '),
    );
    if (!isNoted && !ledger.erased.has(`application:${applicationId}`)) {
      throw new Violation(`The inquiry of ${key} does not stand in the history.`);
    }
  }
  if (entry.type === 'contact-converted') {
    const contact = recorded.contacts.get(entry.seen.id);
    const id = applicationIdOf(entry.seen.id);
    // The daily job has deleted it since.
    if (ledger.erased.has(`application:${id}`)) return;
    // An admin may have taken one of the two as another database had it.
    if (ledger.given.has(entry.entity) || ledger.given.has(`contact:${entry.seen.id}`)) return;
    const isOpenAgain = isRemovedBy(ledger, id);
    if (!(contact?.convertedToApplication || isOpenAgain) || !recorded.applications.has(id)) {
      throw new Violation(`The contact of ${key} is not converted.`);
    }
  }
}

/** Each file that was noted stands in the audit log once. */
function checkExports({ made }: Ledger, { keys, exports }: Recorded): void {
  const applied = [...made.values()].filter(({ entry, userId, key }) => {
    const stored = keys.get(`${userId} ${key}`);
    return entry.type === 'export-noted' && stored !== undefined && stored.status < 400;
  });
  if (applied.length === exports) return;
  throw new Violation(`${applied.length} files were noted, and the audit log has ${exports}.`);
}

/**
 * Nothing goes on behind a refused change of the same record, and nothing is refused because it came
 * before the conversion that makes its record.
 */
function checkRefused(ledger: Ledger, queues: Queues, recorded: Recorded): void {
  for (const { key, state, reason } of queues.values()) {
    const change = ledger.made.get(key);
    // A user without access learns nothing about earlier changes.
    if (!change || state !== 'refused' || reason?.problem.code === 'forbidden') continue;
    const isUnknown = reason?.problem.code === 'application-not-found';
    // One that was deleted may have been made again since.
    const isThere =
      !ledger.erased.has(change.entry.entity) &&
      recorded.applications.has(change.entry.entity.split(':')[1] ?? '');
    for (const other of ledger.made.values()) {
      if (other.userId !== change.userId || other.device !== change.device) continue;
      if (other.fate !== 'open' || other.wasThere || change.wasThere) continue;
      const isBehind = other.seq > change.seq && other.entry.entity === change.entry.entity;
      if (isBehind && isApplied(other, recorded)) {
        throw new Violation(
          `${nameOf(other)} was applied behind ${nameOf(change)}, a refused one.`,
        );
      }
      if (!(other.seq < change.seq && makes(other, change))) continue;
      const maker = queues.get(other.key);
      const isMakerRefused =
        maker?.state === 'refused' && maker.reason?.problem.code !== 'forbidden';
      if (isMakerRefused || (isUnknown && isThere)) {
        throw new Violation(`${nameOf(change)} did not wait for ${nameOf(other)}.`);
      }
    }
  }
}

function makes({ entry }: Made, { entry: { entity } }: Made): boolean {
  return (
    entry.type === 'contact-converted' && entity === `application:${applicationIdOf(entry.seen.id)}`
  );
}

/** Each entry begins where the one before it ended, and the last one is what stands. */
function checkHistory({ history, applications }: Recorded, { erased, given }: Ledger): void {
  const last = new Map<string, HistoryRow>();
  for (const entry of history) {
    // The note of an erased writer has the revision of the erasure. It changed no status.
    if (entry.contactId !== null && entry.notes === null) continue;
    const before = last.get(entry.applicationId);
    last.set(entry.applicationId, entry);
    // Anonymising deletes notes and gives all entries its own revision.
    if (erased.has(`application:${entry.applicationId}`)) continue;
    if (given.has(`application:${entry.applicationId}`)) continue;
    const expected = before?.newStatus ?? 'pending';
    if (entry.previousStatus !== expected || entry.version === before?.version) {
      throw new Violation(
        `The history of ${entry.applicationId} is no chain: ${expected}, then ${entry.previousStatus} > ${entry.newStatus}.`,
      );
    }
  }
  for (const { id, status } of applications.values()) {
    if (erased.has(`application:${id}`)) continue;
    const expected = last.get(id)?.newStatus ?? 'pending';
    if (status !== expected) {
      throw new Violation(`Application ${id} is ${status}, its history ends with ${expected}.`);
    }
  }
}

/** Of each field an edit begins with what the edit before it left, and the last one is what stands. */
function checkEdits({ history, applications }: Recorded, { erased, given }: Ledger): void {
  const last = new Map<string, { id: string; field: string; value: unknown }>();
  for (const { id: key, applicationId: id, edits } of history) {
    const lane = `application:${id}`;
    if (edits === null || erased.has(lane) || given.has(lane)) continue;
    for (const { field, before, after } of JSON.parse(edits) as FieldEdit[]) {
      // It was overtaken, and set nothing.
      if (field === 'status') continue;
      const name = `${id} ${field}`;
      const { value } = last.get(name) ?? { value: before };
      last.set(name, { id, field, value: after });
      if (before === value && before !== after) continue;
      throw new Violation(`Edit ${key} says that ${field} was ${before}, and it was ${value}.`);
    }
  }
  for (const { id, field, value } of last.values()) {
    const row = applications.get(id);
    if (!row || row[field] === value) continue;
    throw new Violation(`The ${field} of ${id} is ${row[field]}, its history ends with ${value}.`);
  }
}

/** Checks what must also hold once every queue was sent. Throws Violation. */
export function checkAtRest(ledger: Ledger, queues: Queues, recorded: Recorded): void {
  checkOffered(ledger);
  checkOrder(ledger, recorded);
  checkRevisions(ledger, recorded);
  checkFields(ledger, recorded);
  checkRemoved(ledger, recorded);
  checkVisits(recorded);
  checkQueues(queues);
}

/** What was acknowledged, and is not in the backup that was put back, has come again. */
function checkOffered({ made }: Ledger): void {
  for (const change of made.values()) {
    if (change.fate !== 'to be sent again') continue;
    throw new Violation(
      `${nameOf(change)} was acknowledged before the restore, and is not sent again.`,
    );
  }
}

/** Changes of one record from one device stand in the order in which they were made. */
function checkOrder(ledger: Ledger, { history }: Recorded): void {
  const newest = new Map<string, Made>();
  for (const { id, applicationId } of history) {
    const change = ledger.made.get(id);
    const entity = `application:${applicationId}`;
    if (!change || ledger.erased.has(entity) || ledger.given.has(entity)) continue;
    // It is a change of an inquiry: it waits for the conversion that made the application, not for changes after it.
    if (['contact-added', 'contact-noted'].includes(change.entry.type)) continue;
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

/**
 * Every revision is the work of one key: what was applied twice has raised it twice. Answers without
 * a body do not say which was theirs: those to inquiries, deletions and scans; nor does a publication.
 */
function checkRevisions({ forgotten, silent: others }: Ledger, { keys, revision }: Recorded): void {
  const explained = new Map<number, string>();
  let silent = others;
  for (const { key, status, answer } of keys.values()) {
    if (status >= 400) continue;
    if (answer === 'null') silent += 1;
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
  const left: number[] = [];
  for (let at = BASELINE + 1; at <= revision && left.length <= silent; at += 1) {
    if (!explained.has(at) && !forgotten.has(at)) left.push(at);
  }
  if (left.length > silent) {
    throw new Violation(`No keys have made the revisions ${left} of ${revision}, but ${silent}.`);
  }
}

/** Revisions that the sample rows of the start have used. */
export const BASELINE = 12;

/** One value that a change has written. */
interface Written {
  version: number;
  value: unknown;
}

/** What a change wrote stands, unless a later one wrote over that very field. */
function checkFields(ledger: Ledger, recorded: Recorded): void {
  const newest = new Map<string, Written & { name: string }>();
  for (const { entry, userId, key } of ledger.made.values()) {
    const stored = recorded.keys.get(`${userId} ${key}`);
    if (!stored || stored.status >= 400 || ledger.erased.has(entry.entity)) continue;
    if (ledger.given.has(entry.entity)) continue;
    const { version, conflicts = [] } = (JSON.parse(stored.answer) ?? {}) as {
      version?: number;
      conflicts?: string[];
    };
    if (version === undefined) continue;
    for (const [field, value] of Object.entries(writtenBy(entry))) {
      const name = `${entry.entity} ${field}`;
      if (conflicts.includes(field) || (newest.get(name)?.version ?? 0) > version) continue;
      newest.set(name, { name, version, value });
    }
  }
  for (const { name, value } of newest.values()) {
    const [entity = '', field = ''] = name.split(' ');
    const row = rowOf(entity, recorded);
    if (!row) continue;
    const stands = typeof value === 'boolean' ? Boolean(row[field]) : row[field];
    if (stands !== value) {
      throw new Violation(`The last change of ${name} wrote "${value}", and "${stands}" stands.`);
    }
  }
}

/** An application is removed if, and only if, its removal is the last change of it that was applied. */
function checkRemoved({ made, erased, given }: Ledger, { keys, applications }: Recorded): void {
  const last = new Map<string, { version: number; removed: boolean }>();
  for (const { entry, userId, key } of made.values()) {
    const stored = keys.get(`${userId} ${key}`);
    if (!stored || stored.status >= 400) continue;
    const {
      id,
      version = 0,
      conflicts,
    } = (JSON.parse(stored.answer) ?? {}) as {
      id?: unknown;
      version?: number;
      conflicts?: unknown[];
    };
    const isRemoval = entry.type === 'application-removed';
    // A removal with conflicts removed nothing.
    if (typeof id !== 'string' || (isRemoval && conflicts)) continue;
    const removed = isRemoval && entry.body.removed;
    const before = last.get(id);
    // What found all as it was answers with the version of the change before it.
    if (before && (before.version > version || (before.version === version && !removed))) continue;
    last.set(id, { version, removed });
  }
  for (const [id, { removed }] of last) {
    const row = applications.get(id);
    const lane = `application:${id}`;
    if (!row || erased.has(lane) || given.has(lane)) continue;
    if ((row.removedAt !== null) === removed) continue;
    throw new Violation(`Application ${id} should ${removed ? 'be' : 'not be'} removed.`);
  }
}

/** Whether a removal of this application was ever made. */
function isRemovedBy({ made }: Ledger, id: string): boolean {
  return [...made.values()].some(
    ({ entry }) => entry.type === 'application-removed' && entry.seen.id === id,
  );
}

/** The fields that a change was meant to write; none of a kind that another check looks at. */
function writtenBy(entry: OutboxEntry): Record<string, unknown> {
  if (CHECKED_ELSEWHERE.has(entry.type)) return {};
  const seen: Record<string, unknown> = { ...entry.seen };
  const all = Object.entries<unknown>(entry.body ?? {});
  return Object.fromEntries(all.filter(([field, value]) => value !== seen[field]));
}

const CHECKED_ELSEWHERE = new Set<OutboxEntry['type']>([
  'status-changed',
  'application-created',
  'contact-added',
  'contact-converted',
  'campaign-created',
  'campaign-deleted',
  'application-removed',
  'offer-set',
  'view-saved',
  'view-removed',
  'export-noted',
]);

/** The record of a lane at the server; undefined where it is deleted. */
export function rowOf(
  entity: string,
  { applications, contacts, campaigns }: Recorded,
): Row | undefined {
  const [table, id = ''] = entity.split(':');
  if (table === 'application') return applications.get(id);
  return table === 'contact' ? contacts.get(Number(id)) : campaigns.get(Number(id));
}

/** A campaign counts its visits, those of each kind, and those that came late. */
function checkVisits({ campaigns, visits }: Recorded): void {
  const counted = new Map<number, typeof NO_VISITS>();
  for (const { campaignId, createdAt, arrivedAt, afterEnd, kind } of visits.values()) {
    if (afterEnd) continue;
    const counts = counted.get(campaignId) ?? { ...NO_VISITS };
    counted.set(campaignId, counts);
    counts.visits += 1;
    if (kind === 'repeat') counts.repeats += 1;
    if (kind === 'machine') counts.machines += 1;
    if (kind === 'staff') counts.staff += 1;
    if (Date.parse(arrivedAt) - Date.parse(createdAt) >= LATE_AFTER) counts.late += 1;
  }
  for (const [id, row] of campaigns) {
    for (const [name, expected] of Object.entries(counted.get(id) ?? NO_VISITS)) {
      if (row[name] === expected) continue;
      throw new Violation(`Campaign ${id} has ${row[name]} as ${name}, and ${expected} in truth.`);
    }
  }
}

/** Only refused changes, and changes behind them in their lanes, may still be queued. */
export function checkQueues(queues: Queues): void {
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

/** Whether the server has accepted a change. */
export function isApplied(change: Made, { keys }: Recorded): boolean {
  const stored = keys.get(`${change.userId} ${change.key}`);
  return stored !== undefined && (stored.status < 400 || isAlreadySo(change, stored));
}

/** True for a change without an effect left: the status is set already, the record is gone. */
function isAlreadySo({ entry }: Made, { status }: KeyRow): boolean {
  const isRemoval = entry.type === 'application-removed' && entry.body.removed;
  if (isRemoval || entry.type === 'campaign-deleted' || entry.type === 'view-removed') {
    return status === 404;
  }
  if (entry.type !== 'status-changed') return false;
  return entry.body.notes === null && !entry.body.reason && status === 400;
}

export function nameOf({ entry, key, device }: Made): string {
  return `${entry.type} ${key} of ${device}`;
}
