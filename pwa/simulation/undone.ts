import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { nameOf, type Queues } from './invariants.ts';
import type { Ledger, Made } from './ledger.ts';
import type { Recorded } from './recorded.ts';
import { Violation } from './violation.ts';

/** Checks what removals, and changes that reverse others, have done at the server. */
export function checkUndone(ledger: Ledger, recorded: Recorded): void {
  for (const change of ledger.made.values()) {
    const answer = acceptedAnswer(change, recorded);
    if (!answer) continue;
    const original = ledger.made.get(ledger.reverses.get(change.key) ?? '');
    const found = original && acceptedAnswer(original, recorded);
    if (found?.already && !answer.already && !answer.conflicts) {
      throw new Violation(`${nameOf(change)} undoes ${original?.key}, which has made nothing.`);
    }
    if (change.entry.type === 'application-removed') checkRemoval(change, change.entry, recorded);
  }
}

interface Answer {
  version?: number;
  conflicts?: string[];
  already?: true;
}

function acceptedAnswer({ userId, key }: Made, { keys }: Recorded): Answer | null {
  const stored = keys.get(`${userId} ${key}`);
  return stored && stored.status < 400 ? (JSON.parse(stored.answer) ?? {}) : null;
}

type Removal = Extract<OutboxEntry, { type: 'application-removed' }>;

/** A removal that says what its person saw takes nothing away that another person has noted since. */
function checkRemoval(change: Made, { body, seen }: Removal, recorded: Recorded): void {
  const { version, conflicts, already } = acceptedAnswer(change, recorded) ?? {};
  const saw = seen.status ? seen.version : undefined;
  if (!body.removed || conflicts || already || version === undefined || saw === undefined) return;
  const others = recorded.history.find(
    (entry) =>
      entry.applicationId === seen.id &&
      entry.userId !== change.userId &&
      entry.version > saw &&
      entry.version < version,
  );
  if (others) throw new Violation(`${nameOf(change)} has removed the work of ${others.id}.`);
}

/** An inquiry is open again while the application that was made of it is removed, and only then. */
export function checkInquiries({ given }: Ledger, { applications, contacts }: Recorded): void {
  for (const { id, contactId, removedAt } of applications.values()) {
    const contact = contacts.get(Number(contactId));
    if (!contact || Boolean(contact.convertedToApplication) === (removedAt === null)) continue;
    // An admin may have taken one of the two.
    if (given.has(`application:${id}`) || given.has(`contact:${contactId}`)) continue;
    const state = removedAt === null ? 'there' : 'removed';
    throw new Violation(`Application ${id} is ${state}, and its inquiry says otherwise.`);
  }
}

/** A status that a person says to have seen was there, unless it was one of a change that they gave up. */
export function checkSeen({ made, erased }: Ledger, { history }: Recorded): void {
  const known = new Set(
    history.map(({ applicationId, newStatus }) => `${applicationId} ${newStatus}`),
  );
  for (const { entry, fate } of made.values()) {
    if (entry.type !== 'status-changed' || fate === 'open' || fate === 'undone') continue;
    known.add(`${entry.seen.id} ${entry.body.status}`);
  }
  for (const { id, applicationId } of history) {
    const change = made.get(id);
    if (change?.entry.type !== 'status-changed' || !change.entry.saysSeen) continue;
    if (erased.has(change.entry.entity)) continue;
    const { status } = change.entry.seen;
    if (status === 'pending' || known.has(`${applicationId} ${status}`)) continue;
    throw new Violation(`${nameOf(change)} says that its person saw ${status}, which nobody set.`);
  }
}

/**
 * What an Undo of an import has taken back stays away, unless somebody has worked on it, or its removal was refused or
 * given up.
 */
export function checkImports(
  { undoneImports, made, erased }: Ledger,
  queues: Queues,
  recorded: Recorded,
): void {
  for (const id of undoneImports) {
    const row = recorded.applications.get(id);
    const lane = `application:${id}`;
    if (!row || row.removedAt !== null || erased.has(lane)) continue;
    const isExplained = [...made.values()].some(
      ({ entry, fate, key }) =>
        entry.entity === lane && (isWork(entry) || queues.has(key) || fate !== 'open'),
    );
    if (!isExplained) throw new Violation(`The import of ${id} was undone, and it is there.`);
  }
}

/** Not one of the changes of an import and of its Undo. */
function isWork(entry: OutboxEntry): boolean {
  if (entry.type === 'application-removed') return !entry.body.removed;
  return entry.type !== 'application-created';
}
