import type { Question } from '#pwa/local/database/rows.ts';
import { recordOf } from '#pwa/local/outbox/lane.ts';
import type { Device } from './device.ts';
import { nameOf, rowOf } from './invariants.ts';
import type { Ledger, Made } from './ledger.ts';
import type { Recorded } from './recorded.ts';
import { PEOPLE } from './template.ts';
import { Violation } from './violation.ts';

/**
 * Checks changes that have just arrived: the device shows them, and a conflict question stands there
 * for each that conflicted with another person's, until the person answers it or makes a later change.
 */
export function checkArrived(devices: readonly Device[], ledger: Ledger, recorded: Recorded): void {
  for (const change of ledger.made.values()) {
    if (change.looked || !change.acknowledged || change.fate !== 'open') continue;
    change.looked = true;
    const device = devices.find(({ life }) => life === change.device);
    const { entity } = change.entry;
    if (!device || device.hasForgotten || ledger.erased.has(entity)) continue;
    // Of a deleted record nothing is asked.
    if (!rowOf(entity, recorded)) continue;
    checkShown(change, device, recorded);
    // With the rights to the rows go the questions about them.
    if (ledger.barred.has(change.userId)) continue;
    if (hasMet(change, recorded) && !isAsked(change, device) && !hasFollower(change, ledger)) {
      throw new Violation(`${nameOf(change)} met another change, and nobody is asked.`);
    }
  }
}

/** Checks that every open question calls "mine" what the person has chosen on this device. */
export function checkMine(device: Device, ledger: Ledger): void {
  for (const { id: userId } of PEOPLE) {
    for (const { entity, field, key, mine } of device.questionsOf(userId)) {
      const change = ledger.made.get(key);
      const chosen = change ? valueIn(change.entry.body, field) : undefined;
      if (change?.userId === userId && chosen === mine) continue;
      throw new Violation(`Of ${entity} "${mine}" is asked as my ${field}, which was ${chosen}.`);
    }
  }
}

/** The open questions of each user on each device, as they were at the last check. */
export class OpenQuestions {
  readonly #open = new Map<string, Map<string, Question>>();

  /** The person answers a question, or throws everything away. */
  close({ life }: Device, userId: number, id?: string): void {
    const open = this.#open.get(`${life} ${userId}`);
    if (id === undefined) open?.clear();
    else open?.delete(id);
  }

  /**
   * Checks that no question has gone by itself: the person answers it or makes a later change, or its record is gone, or
   * the user lost the rights.
   */
  check(device: Device, ledger: Ledger, recorded: Recorded): void {
    for (const { id: userId } of PEOPLE) {
      const name = `${device.life} ${userId}`;
      const now = new Map(device.questionsOf(userId).map((one) => [one.id, one]));
      const before = this.#open.get(name);
      this.#open.set(name, now);
      for (const [id, { key, entity }] of before ?? []) {
        if (now.has(id) || ledger.barred.has(userId) || ledger.erased.has(entity)) continue;
        const change = ledger.made.get(key);
        if (!change || !rowOf(entity, recorded) || hasFollower(change, ledger)) continue;
        throw new Violation(`${device.name} no longer asks about ${id}, and nobody has answered.`);
      }
    }
  }
}

function valueIn(body: object | null, field: string): unknown {
  return (body as Record<string, unknown> | null)?.[field] ?? null;
}

/** A change that has left the outbox stands in the mirror: they are written together. */
function checkShown({ key, userId, entry, ...made }: Made, device: Device, recorded: Recorded) {
  const answer = recorded.keys.get(`${userId} ${key}`)?.answer ?? 'null';
  const { id, version = 0 }: { id?: string | number; version?: number } = JSON.parse(answer) ?? {};
  const list = typeof id === 'string' ? 'applications' : recordOf(entry.entity)?.list;
  const row = list && device.rowsOf(userId, list).find((one) => one.id === id);
  if (row && row.version < version) {
    const name = nameOf({ key, userId, entry, ...made });
    throw new Violation(`${name} has arrived, and ${device.name} shows the record as it was.`);
  }
}

function hasMet({ entry, key, userId }: Made, { entries, keys }: Recorded): boolean {
  if (entry.type === 'status-changed') {
    const theirs = entries.get(key)?.previousStatus;
    const { seen, body } = entry;
    if (theirs === undefined || body.status === seen.status) return false;
    return theirs !== seen.status && theirs !== body.status;
  }
  const answer = keys.get(`${userId} ${key}`)?.answer ?? '{}';
  // A deletion is answered with null.
  const { conflicts = [] } = (JSON.parse(answer) ?? {}) as { conflicts?: string[] };
  return conflicts.length > 0;
}

function isAsked({ entry, userId }: Made, device: Device): boolean {
  const asked = device.questionsOf(userId).filter(({ entity }) => entity === entry.entity);
  if (entry.type !== 'status-changed') return asked.some(({ field }) => field !== 'status');
  return asked.some(({ field, mine }) => field === 'status' && mine === entry.body.status);
}

/** A later change of the same record answers the question. */
function hasFollower({ entry, seq, device, userId }: Made, { made }: Ledger): boolean {
  return [...made.values()].some(
    (other) =>
      other.seq > seq &&
      other.device === device &&
      other.userId === userId &&
      other.entry.entity === entry.entity,
  );
}
