import type { Application } from '#contract/applications.ts';
import type { Contact } from '#contract/contacts.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { REMOVAL_NOTES, type Removal } from '#contract/removal.ts';
import { insertRows, rowsAmong, updateRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';
import type { ApplicationModel } from '#prisma/generated/sqlite/models.ts';
import { type Actor, auditAll, recordSubject } from '#server/domain/common/audit.ts';
import { problemOfMissing } from '#server/domain/common/missing.ts';
import type { Change } from '#server/domain/replication/change.ts';
import type { UnitOfWork } from '#server/domain/replication/idempotency.ts';
import { raiseRevision } from '#server/domain/replication/revision.ts';
import { KEY_REUSED } from '#server/domain/replication/stored-answers.ts';
import { toApplication } from './application-row.ts';
import { answeredSince, toContact } from './contact-row.ts';
import { ENTRY_COLUMNS, entriesWithKeys } from './history.ts';
import type { Seen } from './merge.ts';
import { readOvertaken } from './overtaken.ts';
import { lockRecords } from './records.ts';

/** One removal or return. */
export interface RemovalCall {
  change: Change;
  actor: Actor;
  params: { id: string };
  body: Removal & { seen?: Seen<Application> | undefined };
}

/** An application with its inquiry. */
type WithInquiry = Application & {
  contact: Contact | null;
  already?: true;
  conflicts?: 'removed'[];
};

/** A change that was applied in memory. `flush` completes its version. */
interface Applied {
  call: RemovalCall;
  after: WithInquiry;
}

/**
 * Removes applications that were made by mistake, or brings them back; the inquiry of one is open again while it is
 * removed. The history says so. Nothing happens if it is so already, or if the history has this change; nor to one that
 * another person has changed or noted since it was `seen`. Takes a handful of statements, however many calls there are:
 * an undone import makes thousands. A reply is the application, with its inquiry as `contact`. Refusals:
 * `application-not-found`; `key-reused` when the history has an entry of another application with this key.
 */
export async function openRemovals(
  tx: Tx,
  calls: readonly RemovalCall[],
): Promise<UnitOfWork<RemovalCall, WithInquiry>> {
  const latest = await lockWithInquiries(tx, [...new Set(calls.map(({ params }) => params.id))]);
  const noted = await newestNotes(tx, calls);
  const known = await entriesWithKeys(tx, calls);
  const overtaken = await readOvertaken(
    tx,
    calls.map(({ change: made, params: { id } }) => ({ id, made })),
  );
  const applied: Applied[] = [];
  /** Replies of calls that left a row as it was; `flush` completes its version. */
  const untouched: { reply: WithInquiry; row: WithInquiry }[] = [];
  function leave(row: WithInquiry, why: Pick<WithInquiry, 'already' | 'conflicts'>): WithInquiry {
    const reply = { ...row, ...why };
    untouched.push({ reply, row });
    return reply;
  }
  return {
    apply(call) {
      const before = latest.get(call.params.id);
      if (!before) return problemOfMissing('application');
      const { removed } = call.body;
      const entry = known.get(call.change.id);
      if (entry && entry.applicationId !== before.id) return KEY_REUSED;
      const isSo = (before.removedAt !== null) === removed || entry !== undefined;
      const isKept = removed
        ? overtaken.isBefore(before.id, call.change)
        : overtaken.removedAfter(before, call.change) !== null;
      if (isSo || isKept) return leave(before, { already: true });
      if (isWorkedOn(call, before, noted)) return leave(before, { conflicts: ['removed'] });
      const after = changedBy(call, before);
      latest.set(after.id, after);
      applied.push({ call, after });
      return after;
    },
    repeat: ({ params }) => latest.get(params.id) ?? problemOfMissing('application'),
    async flush() {
      await write(tx, applied);
      for (const { reply, row } of untouched) reply.version = row.version;
    },
  };
}

async function lockWithInquiries(tx: Tx, ids: string[]): Promise<Map<string, WithInquiry>> {
  await lockRecords(tx, { applicationIds: ids });
  const where = { column: 'id', values: ids };
  const rows = (await rowsAmong<ApplicationModel>(tx, 'Application', where)).map(toApplication);
  const contactIds = rows.flatMap(({ contactId }) => contactId ?? []);
  await lockRecords(tx, { contactIds });
  const contacts = new Map<number | null, Contact>();
  if (contactIds.length > 0) {
    const found = await tx.contact.findMany({ where: { id: { in: contactIds } } });
    for (const row of found) contacts.set(row.id, toContact(row));
  }
  return new Map(
    rows.map((row) => [row.id, { ...row, contact: contacts.get(row.contactId) ?? null }]),
  );
}

/** The newest history entry of each application and user. */
interface NewestNote {
  applicationId: string;
  userId: number | null;
  version: number | bigint;
}

/** Of the applications that are removed by calls with `seen`. */
async function newestNotes(tx: Tx, calls: readonly RemovalCall[]): Promise<NewestNote[]> {
  const careful = calls.filter(({ body }) => body.removed && body.seen);
  if (careful.length === 0) return [];
  return rowsAmong(
    tx,
    'HistoryEntry',
    { column: 'applicationId', values: careful.map(({ params }) => params.id) },
    '"applicationId", "userId", MAX("version") AS "version"',
    'GROUP BY "applicationId", "userId"',
  );
}

/** Whether another person has changed or noted an application since the person who removes it saw it. */
function isWorkedOn(
  { change: { userId }, body: { removed, seen } }: RemovalCall,
  before: Application,
  noted: readonly NewestNote[],
): boolean {
  if (!removed || !seen) return false;
  const { version } = seen;
  const isNoted = (note: NewestNote) =>
    note.applicationId === before.id &&
    note.userId !== userId &&
    version !== undefined &&
    Number(note.version) > version;
  return (
    COMPARED.some((name) => name in seen && seen[name] !== before[name]) || noted.some(isNoted)
  );
}

const COMPARED = [...namesOf(APPLICATION_FIELDS), 'status', 'followUpOn'] as const;

function changedBy(
  { change: { happenedAt, arrivedAt }, body: { removed } }: RemovalCall,
  { contact, ...application }: WithInquiry,
): WithInquiry {
  const opened = contact && { ...contact, convertedToApplication: !removed };
  return {
    ...application,
    removedAt: removed ? arrivedAt.toISOString() : null,
    contact: opened && {
      ...opened,
      answeredAt: answeredSince(opened, happenedAt)?.toISOString() ?? null,
    },
  };
}

async function write(tx: Tx, applied: readonly Applied[]): Promise<void> {
  if (applied.length === 0) return;
  let version = (await raiseRevision(tx, applied.length)) - applied.length;
  for (const { after } of applied) {
    version += 1;
    after.version = version;
    if (after.contact) after.contact.version = version;
  }
  const last = [...new Map(applied.map(({ after }) => [after.id, after])).values()];
  const contacts = last.flatMap(({ contact }) => contact ?? []);
  await updateRows(tx, 'Application', APPLICATION, last.map(applicationRowOf));
  await insertRows(tx, 'HistoryEntry', ENTRY_COLUMNS, applied.map(entryRowOf));
  await updateRows(tx, 'Contact', CONTACT, contacts.map(contactRowOf));
  await auditAll(
    tx,
    applied.map(({ call: { actor, change, body }, after: { id } }) => ({
      actor,
      kind: body.removed ? 'application-removed' : 'application-brought-back',
      subject: recordSubject({ contactIds: [], applicationIds: [id] }),
      at: change.arrivedAt,
    })),
  );
}

const APPLICATION = { id: 'text', removedAt: 'instant', version: 'integer' } as const;
const CONTACT = {
  id: 'integer',
  convertedToApplication: 'flag',
  answeredAt: 'instant',
  version: 'integer',
} as const;

function applicationRowOf({ id, removedAt, version }: Application) {
  return { id, removedAt: instantOf(removedAt), version };
}

function contactRowOf({ id, convertedToApplication, answeredAt, version }: Contact) {
  return { id, convertedToApplication, answeredAt: instantOf(answeredAt), version };
}

function instantOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function entryRowOf({ call: { change, body }, after }: Applied) {
  return {
    id: change.id,
    applicationId: after.id,
    previousStatus: after.status,
    newStatus: after.status,
    notes: REMOVAL_NOTES[body.removed ? 'removed' : 'broughtBack'],
    reason: null,
    edits: null,
    createdAt: change.happenedAt,
    arrivedAt: change.arrivedAt,
    userId: change.userId,
    version: after.version,
  };
}
