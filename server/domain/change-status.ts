import type { Application, HistoryEntry, StatusChange } from '#contract/applications.ts';
import { Problem } from '#contract/problems.ts';
import { insertRows, lockRows, rowsAmong, updateRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';
import type { ApplicationModel } from '#prisma/generated/sqlite/models.ts';
import { toApplication } from './application-row.ts';
import type { Change } from './change.ts';
import type { UnitOfWork } from './idempotency.ts';
import { problemOfMissing } from './missing.ts';
import { raiseRevision } from './revision.ts';

/** A new status, a note, or both. */
export interface StatusCall {
  change: Change;
  params: { id: string };
  body: StatusChange;
}

type Changed = Application & { change: HistoryEntry };
/** A change that was applied in memory. */
interface Applied {
  changed: Changed;
  userId: number | null;
}

/**
 * Applies status changes, each with a history entry. Any status may follow any other. The entry's
 * `previousStatus` is the status before this change, also when several people change it at once, so
 * the entries of an application form one chain. A note alone has an entry with two equal statuses.
 *
 * Takes a handful of statements, however many calls there are. A reply is the application after the
 * change, with the entry as `change`. Refusals: `application-not-found`; `invalid-input` for neither
 * a new status nor a note; `key-reused` when the history has an entry with this key.
 */
export async function openStatusChanges(
  tx: Tx,
  calls: readonly StatusCall[],
): Promise<UnitOfWork<StatusCall, Changed>> {
  const applications = await lockApplications(tx, calls);
  const usedIds = await usedEntryIds(tx, calls);
  const usernames = await usernamesOf(tx, calls);
  const applied: Applied[] = [];
  return {
    apply(call) {
      const { id, userId } = call.change;
      const before = applications.get(call.params.id);
      const refusal = refusalOf(call, before, usedIds);
      if (!before || refusal) return refusal ?? problemOfMissing('application');
      const changed = changedBy(call, before, usernames.get(userId ?? 0) ?? null);
      const { change: _, ...after } = changed;
      applications.set(after.id, after);
      usedIds.add(id);
      applied.push({ changed, userId });
      return changed;
    },
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

/** An entry has the key of its change as id: another user's, or one older than stored keys, may be there. */
async function usedEntryIds(tx: Tx, calls: readonly StatusCall[]): Promise<Set<string>> {
  const where = { column: 'id', values: calls.map(({ change }) => change.id) };
  const rows = await rowsAmong<{ id: string }>(tx, 'HistoryEntry', where, '"id"');
  return new Set(rows.map(({ id }) => id));
}

async function usernamesOf(tx: Tx, calls: readonly StatusCall[]): Promise<Map<number, string>> {
  const ids = new Set(calls.map(({ change }) => change.userId ?? 0));
  const users = await tx.user.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, username: true },
  });
  return new Map(users.map(({ id, username }) => [id, username]));
}

function refusalOf(
  { change, body }: StatusCall,
  before: Application | undefined,
  usedIds: ReadonlySet<string>,
): Problem | null {
  if (!before) return problemOfMissing('application');
  if (body.status === before.status && body.notes === null) {
    const message = 'Nothing to change.';
    return new Problem('invalid-input', message, { fields: { status: message } });
  }
  if (!usedIds.has(change.id)) return null;
  return new Problem('key-reused', 'This Idempotency-Key belongs to another change.');
}

/** The versions are set when the revision is known. */
function changedBy({ change, body }: StatusCall, before: Application, by: string | null): Changed {
  const arrivedAt = change.arrivedAt.toISOString();
  const entry = {
    id: change.id,
    applicationId: before.id,
    previousStatus: before.status,
    newStatus: body.status,
    notes: body.notes,
    createdAt: change.happenedAt.toISOString(),
    arrivedAt,
    version: 0,
    by,
  };
  return { ...before, status: body.status, updatedAt: arrivedAt, change: entry };
}

async function write(tx: Tx, applied: readonly Applied[]): Promise<void> {
  if (applied.length === 0) return;
  let version = (await raiseRevision(tx, applied.length)) - applied.length;
  const last = new Map<string, Application>();
  for (const { changed } of applied) {
    version += 1;
    changed.version = version;
    changed.change.version = version;
    last.set(changed.id, changed);
  }
  await updateRows(tx, 'Application', APPLICATION, [...last.values()].map(rowOf));
  await insertRows(tx, 'HistoryEntry', ENTRY, applied.map(entryRowOf));
}

const APPLICATION = {
  id: 'text',
  status: 'text',
  updatedAt: 'instant',
  version: 'integer',
} as const;
const ENTRY = {
  id: 'text',
  applicationId: 'text',
  previousStatus: 'text',
  newStatus: 'text',
  notes: 'text',
  createdAt: 'instant',
  arrivedAt: 'instant',
  userId: 'integer',
  version: 'integer',
} as const;

function rowOf({ id, status, updatedAt, version }: Application) {
  return { id, status, updatedAt: new Date(updatedAt), version };
}

function entryRowOf({ changed: { change }, userId }: Applied) {
  const { by: _, createdAt, arrivedAt, ...entry } = change;
  return {
    ...entry,
    userId,
    createdAt: new Date(createdAt),
    arrivedAt: new Date(arrivedAt),
  };
}
