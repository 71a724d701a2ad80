import type { Application, HistoryEntry, StatusChange } from '#contract/applications.ts';
import { Problem } from '#contract/problems.ts';
import { insertRows, lockRows, rowsAmong, updateRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';
import type { ApplicationModel, HistoryEntryModel } from '#prisma/generated/sqlite/models.ts';
import { problemOfMissing } from '#server/domain/common/missing.ts';
import { ERASED, saysAboutErased } from '#server/domain/people/erased.ts';
import type { Change } from '#server/domain/replication/change.ts';
import type { UnitOfWork } from '#server/domain/replication/idempotency.ts';
import { raiseRevision } from '#server/domain/replication/revision.ts';
import { KEY_REUSED } from '#server/domain/replication/stored-answers.ts';
import { toApplication } from './application-row.ts';
import { convertAgain } from './contact-row.ts';
import { ENTRY_COLUMNS, entriesWithKeys, toHistoryEntry } from './history.ts';
import { mergeField } from './merge.ts';
import { type Overtaken, readOvertaken } from './overtaken.ts';
import { lockInquiriesOf } from './records.ts';

/** A new status, a note, a reason, or several of them. */
export interface StatusCall {
  change: Change;
  params: { id: string };
  body: StatusChange & { seen?: StatusOf | undefined };
}

type StatusOf = Pick<Application, 'status'>;
type Changed = Application & { change: HistoryEntry; conflicts?: 'status'[] };
/** A change that was applied in memory. */
interface Applied {
  changed: Changed;
  userId: number | null;
  before: Application;
}

/**
 * Applies status changes, each with a history entry. Any status may follow any other, and a removed
 * application is back, unless the change was overtaken (overtaken.ts). The entry's
 * `previousStatus` is the status before this change, also when several people change it at once, so
 * the entries of an application form one chain. A note or a reason alone has an entry with two equal statuses; with
 * `seen` it is a note if it repeats the status that the person saw, whatever the status is now.
 *
 * Takes a handful of statements, however many calls there are. A reply is the application after the
 * change, with the entry as `change`; after a call with `seen` also `conflicts`. Refusals:
 * `application-not-found`; `person-not-found` for a note or a reason about a person who was anonymised, also
 * if it was queued before; `invalid-input` if nothing of them is new; `key-reused` when the
 * history has an entry of another change with this key. A change that is in the history is not applied
 * again, also when its key is no longer stored.
 */
export async function openStatusChanges(
  tx: Tx,
  calls: readonly StatusCall[],
): Promise<UnitOfWork<StatusCall, Changed>> {
  const applications = await lockApplications(tx, calls);
  const recorded = await entriesWithKeys(tx, calls);
  const usernames = await usernamesOf(tx, calls);
  const before = new Set(recorded.keys());
  const overtaken = await readOvertaken(
    tx,
    calls.map(({ change: made, params: { id } }) => ({ id, made })),
  );
  const applied: Applied[] = [];
  return {
    apply(call) {
      const { id, userId } = call.change;
      const before = applications.get(call.params.id);
      if (!before) return problemOfMissing('application');
      const by = usernames.get(userId ?? 0) ?? null;
      const entry = recorded.get(id);
      if (entry) return isOf(call, entry) ? repeated(call, before, entry, by) : KEY_REUSED;
      if (saysAboutErased(before, saidBy(call))) return ERASED;
      if (isNothing(call, before) && !call.change.isAgain) return NOTHING;
      const changed = changedBy(call, before, by, overtaken);
      const { change: _, conflicts: __, ...after } = changed;
      applications.set(after.id, after);
      recorded.set(id, entryRowOf({ changed, userId }));
      applied.push({ changed, userId, before });
      return changed;
    },
    repeat(call) {
      const { id, userId } = call.change;
      const now = applications.get(call.params.id);
      const entry = recorded.get(id);
      if (!now || !entry) return problemOfMissing('application');
      return repeated(call, now, entry, usernames.get(userId ?? 0) ?? null);
    },
    isRepeated: ({ change }) => before.has(change.id),
    flush: () => write(tx, applied),
  };
}

async function lockApplications(
  tx: Tx,
  calls: readonly StatusCall[],
): Promise<Map<string, Application>> {
  const values = [...new Set(calls.map(({ params }) => params.id))];
  await lockRows(tx, 'Application', values);
  const where = { column: 'id', values };
  const rows = await rowsAmong<ApplicationModel>(tx, 'Application', where);
  return new Map(rows.map((row) => [row.id, toApplication(row)]));
}

async function usernamesOf(tx: Tx, calls: readonly StatusCall[]): Promise<Map<number, string>> {
  const ids = new Set(calls.map(({ change }) => change.userId ?? 0));
  const users = await tx.user.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, username: true },
  });
  return new Map(users.map(({ id, username }) => [id, username]));
}

/** Whether an entry is the effect of this call. What it said of an erased person is gone. */
function isOf({ change, params, body }: StatusCall, entry: HistoryEntryModel): boolean {
  const { applicationId, userId, notes, reason, edits } = entry;
  const saysSame =
    (edits === null || edits.startsWith('[{"field":"status"')) &&
    (notes === null || notes === body.notes) &&
    (reason === null || reason === body.reason);
  return applicationId === params.id && userId === change.userId && saysSame;
}

function saidBy({ body }: StatusCall): string | null {
  return body.notes ?? body.reason ?? null;
}

/** The reply to a call that has this entry already, with the application as it is now. */
function repeated(
  { body }: StatusCall,
  now: Application,
  entry: HistoryEntryModel,
  by: string | null,
): Changed {
  const { status: _, ...conflicts } = mergedStatus(body, { status: entry.previousStatus });
  const user = by === null ? null : { username: by };
  return { ...now, change: toHistoryEntry({ ...entry, user }), ...conflicts };
}

const NOTHING = new Problem('invalid-input', 'Nothing to change.', {
  fields: { status: 'Nothing to change.' },
});

function isNothing(call: StatusCall, before: Application): boolean {
  return mergedStatus(call.body, before).status === before.status && saidBy(call) === null;
}

/** The status after a change. One that both sides have changed is set and named in `conflicts`. */
function mergedStatus(
  { status, seen }: StatusCall['body'],
  theirs: StatusOf,
): StatusOf & Pick<Changed, 'conflicts'> {
  const sides = { mine: { status }, seen, theirs };
  const { after, conflicts } = mergeField<StatusOf>('status', sides);
  const isDisputed = conflicts.conflicts?.includes('status');
  return { status: isDisputed ? status : after, ...conflicts };
}

/** The versions are set when the revision is known. */
function changedBy(
  { change, body }: StatusCall,
  before: Application,
  by: string | null,
  overtaken: Overtaken,
): Changed {
  const arrivedAt = change.arrivedAt.toISOString();
  // A change that is sent again and sets nothing is told as an edit: the statuses of the entries form one chain.
  const isOvertaken = overtaken.isSet('status', before.id, change);
  const merged = mergedStatus(body, before);
  const { status, ...conflicts } = isOvertaken ? { status: before.status } : merged;
  const { seen } = body;
  const isSetBefore = change.isAgain && status === before.status && seen?.status !== body.status;
  const edit = { field: 'status', before: seen?.status ?? null, after: body.status };
  const entry = {
    id: change.id,
    applicationId: before.id,
    previousStatus: before.status,
    newStatus: status,
    notes: body.notes,
    reason: body.reason ?? null,
    edits: isSetBefore ? [edit] : null,
    createdAt: change.happenedAt.toISOString(),
    arrivedAt,
    by,
    version: 0,
  };
  const removedAt = overtaken.removedAfter(before, change);
  return { ...before, status, removedAt, updatedAt: arrivedAt, change: entry, ...conflicts };
}

async function write(tx: Tx, applied: readonly Applied[]): Promise<void> {
  if (applied.length === 0) return;
  await lockInquiriesOf(
    tx,
    applied.map(({ before }) => before),
  );
  let version = (await raiseRevision(tx, applied.length)) - applied.length;
  const last = new Map<string, Application>();
  for (const { changed } of applied) {
    version += 1;
    changed.version = version;
    changed.change.version = version;
    last.set(changed.id, changed);
  }
  await updateRows(tx, 'Application', APPLICATION, [...last.values()].map(rowOf));
  await insertRows(tx, 'HistoryEntry', ENTRY_COLUMNS, applied.map(entryRowOf));
  for (const { changed, before } of applied) {
    if (before.removedAt === null || changed.removedAt !== null) continue;
    const { contactId, change } = changed;
    const happenedAt = new Date(change.createdAt);
    await convertAgain(tx, contactId, { happenedAt, version: change.version });
  }
}

const APPLICATION = {
  id: 'text',
  status: 'text',
  removedAt: 'instant',
  updatedAt: 'instant',
  version: 'integer',
} as const;

function rowOf({ id, status, removedAt, updatedAt, version }: Application) {
  return {
    ...{ id, status, version },
    removedAt: removedAt === null ? null : new Date(removedAt),
    updatedAt: new Date(updatedAt),
  };
}

function entryRowOf({ changed: { change }, userId }: Omit<Applied, 'before'>) {
  const { by: _, createdAt, arrivedAt, edits, ...entry } = change;
  return {
    ...entry,
    edits: edits && JSON.stringify(edits),
    userId,
    contactId: null,
    createdAt: new Date(createdAt),
    arrivedAt: new Date(arrivedAt),
  };
}
