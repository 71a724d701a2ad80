import type { Application, HistoryEntry } from '#contract/applications.ts';
import type { Contact } from '#contract/contacts.ts';
import type { DeltaQuery } from '#contract/delta.ts';
import { rowsAmong } from '#prisma/bulk.ts';
import { columnsOf, readRows, type Tx } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/sqlite/client.ts';
import type { HistoryEntryModel } from '#prisma/generated/sqlite/models.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import type { Change } from '#server/domain/replication/change.ts';
import type { DeltaList } from '#server/domain/replication/delta.ts';
import { nextRevision } from '#server/domain/replication/revision.ts';

/** The `include` that `toHistoryEntry` needs. */
export const WITH_USER = { user: { select: { username: true } } };

/** The columns of an entry, for a bulk statement. */
export const ENTRY_COLUMNS = {
  id: 'text',
  applicationId: 'text',
  previousStatus: 'text',
  newStatus: 'text',
  notes: 'text',
  reason: 'text',
  edits: 'text',
  createdAt: 'instant',
  arrivedAt: 'instant',
  userId: 'integer',
  version: 'integer',
} as const;

/** The most entries of a page, per row of its limit. */
const ENTRIES_PER_ROW = 4;

/** The entries of an application, newest first. Throws `application-not-found`. */
export async function getHistory(db: Tx, applicationId: string): Promise<HistoryEntry[]> {
  const known = await db.application.findUnique({
    where: { id: applicationId },
    select: { id: true },
  });
  if (!known) refuseMissing('application');
  const rows = await db.historyEntry.findMany({
    where: { applicationId },
    orderBy: { version: 'desc' },
    include: WITH_USER,
  });
  return rows.map(toHistoryEntry);
}

/** The entry that a change has recorded; null if it has recorded none. */
export async function entryOf(tx: Tx, changeId: string): Promise<HistoryEntry | null> {
  const row = await tx.historyEntry.findUnique({ where: { id: changeId }, include: WITH_USER });
  return row && toHistoryEntry(row);
}

/** Entries by the key of their change, which is their id: of any user, and of keys no longer stored. */
export async function entriesWithKeys(
  tx: Tx,
  calls: readonly { change: Pick<Change, 'id'> }[],
): Promise<Map<string, HistoryEntryModel>> {
  const where = { column: 'id', values: calls.map(({ change }) => change.id) };
  const rows = await rowsAmong<HistoryEntryModel>(tx, 'HistoryEntry', where);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The entries of all applications, as a list of a page of changes. */
export function historyList(db: Tx, { limit }: DeltaQuery): DeltaList<HistoryEntry> {
  return {
    table: 'HistoryEntry',
    limit: limit * ENTRIES_PER_ROW,
    read: async ({ gt, lt }, take) => {
      const rows = await readRows<HistoryEntryModel & { by: string | null }>(
        db,
        CHANGED,
        gt,
        lt,
        take,
      );
      return rows.map((row) => entryBy(row, row.by));
    },
  };
}

/** Thousands of entries go with a page: Prisma took most of its time for them. */
const CHANGED = `
  SELECT ${columnsOf(Prisma.HistoryEntryScalarFieldEnum, 'HistoryEntry')}, "User"."username" AS "by"
  FROM "HistoryEntry" LEFT JOIN "User" ON "User"."id" = "userId"
  WHERE "version" > $1 AND "version" < $2 ORDER BY "version" DESC LIMIT $3`;

/**
 * Adds a note about an inquiry to the history of the player to whom it was added, or of the application that was made of
 * it; a removed one stays removed. Nothing is added without a note or an application.
 *
 * @returns the revision of this change
 */
export async function noteInHistory(
  tx: Tx,
  made: Change,
  { id: contactId, addedTo }: Pick<Contact, 'id' | 'addedTo'>,
  notes: string | null,
): Promise<number> {
  const where = addedTo === null ? { contactId } : { id: addedTo };
  const application = notes === null ? null : await tx.application.findUnique({ where });
  const version = await nextRevision(tx);
  if (!application) return version;
  // Locks the row: the status is the one that the note meets.
  const { id: applicationId, status } = await tx.application.update({
    where: { id: application.id },
    data: { updatedAt: made.arrivedAt, version },
  });
  // Who wrote the inquiry may be erased without that player.
  const said = { notes, contactId: addedTo === null ? null : contactId };
  await addEntry(tx, made, { id: applicationId, status, version }, said);
  return version;
}

/** Records an entry that leaves the status as it is; `version` is that of the changed application. */
export async function addEntry(
  tx: Tx,
  { id, happenedAt, arrivedAt, userId }: Change,
  { id: applicationId, status, version }: Pick<Application, 'id' | 'status' | 'version'>,
  said: { notes?: string | null; edits?: string; contactId?: number | null },
): Promise<HistoryEntry> {
  const entry = { id, applicationId, previousStatus: status, newStatus: status, ...said };
  const row = await tx.historyEntry.create({
    data: { ...entry, createdAt: happenedAt, arrivedAt, userId, version },
    include: WITH_USER,
  });
  return toHistoryEntry(row);
}

/** A row as the API gives it. */
export function toHistoryEntry(
  row: HistoryEntryModel & { user: { username: string } | null },
): HistoryEntry {
  return entryBy(row, row.user?.username ?? null);
}

/** Field by field: with a rest of the row, the 2,000 entries of a page took 12 ms. */
function entryBy(row: HistoryEntryModel, by: string | null): HistoryEntry {
  return {
    id: row.id,
    applicationId: row.applicationId,
    previousStatus: row.previousStatus,
    newStatus: row.newStatus,
    notes: row.notes,
    reason: row.reason,
    edits: row.edits === null ? null : JSON.parse(row.edits),
    createdAt: row.createdAt.toISOString(),
    arrivedAt: row.arrivedAt.toISOString(),
    by,
    version: row.version,
  };
}
