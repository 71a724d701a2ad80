import type { Conflict } from '#pwa/local/rows.ts';
import type { Device } from './device.ts';
import { nameOf, rowOf, Violation } from './invariants.ts';
import type { Ledger, Made } from './ledger.ts';
import type { Recorded } from './recorded.ts';

/**
 * Checks that a conflict question stands on the device for every change that arrived and conflicted
 * with another person's, until the person answers it or makes a later change.
 */
export function checkAsked(devices: readonly Device[], ledger: Ledger, recorded: Recorded): void {
  for (const change of ledger.made.values()) {
    if (change.looked || !change.acknowledged || change.fate !== 'open') continue;
    change.looked = true;
    const device = devices.find(({ life }) => life === change.device);
    const { entity } = change.entry;
    if (!device || device.hasForgotten || ledger.erased.has(entity)) continue;
    // Of a deleted record nothing is asked.
    if (!rowOf(entity, recorded)) continue;
    if (hasMet(change, recorded) && !isAsked(change, device) && !hasFollower(change, ledger)) {
      throw new Violation(`${nameOf(change)} met another change, and nobody is asked.`);
    }
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

function isAsked({ entry, userId }: Made, { browser }: Device): boolean {
  const database = `agency-${userId}`;
  if (entry.type === 'status-changed') {
    const asked = browser.rows<Conflict>(database, 'conflicts');
    const { seen, body } = entry;
    return asked.some(
      ({ applicationId, mine }) => applicationId === seen.id && mine === body.status,
    );
  }
  const asked = browser.rows<{ entity: string }>(database, 'fieldConflicts');
  return asked.some(({ entity }) => entity === entry.entity);
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
