import type { Application } from '#contract/applications.ts';
import type { FieldEdit } from '#contract/fields/application-fields.ts';
import { REMOVAL_NOTES } from '#contract/removal.ts';
import type { Tx } from '#prisma/client.ts';
import type { HistoryEntryModel } from '#prisma/generated/sqlite/models.ts';
import type { Change } from '#server/domain/replication/change.ts';

type Made = Pick<Change, 'happenedAt' | 'arrivedAt'>;

/** What was done with applications later than changes that are sent again, as far as their history says. */
export interface Overtaken {
  /** `removedAt` after a change: it brings the application back unless the removal was later. */
  removedAfter(before: Pick<Application, 'id' | 'removedAt'>, made: Made): Application['removedAt'];
  /** Whether anything was done later. */
  isBefore(id: string, made: Made): boolean;
  /** Whether a change was made before the restore. */
  isOld(made: Made): boolean;
  /** Whether a field, or the status, was set later. */
  isSet(field: string, id: string, made: Made): boolean;
}

/** In ms: what arrives sooner was not made before a restore. It saves a status change 0.1 ms of 1. */
const AT_ONCE = 500;

/**
 * After a restore each device sends again what the backup lacks, and they come in no order: the later decision counts,
 * whichever comes first. A change that was overtaken stands in the history alone.
 *
 * Cost: so does one that no server has had before.
 */
export async function readOvertaken(
  tx: Tx,
  changes: Iterable<{ id: string; made: Made }>,
): Promise<Overtaken> {
  const old = [...changes].filter(
    ({ made }) => made.arrivedAt.getTime() - made.happenedAt.getTime() > AT_ONCE,
  );
  const restored = old.length > 0 && (await tx.restore.findFirst({ orderBy: { id: 'desc' } }));
  const lost = restored ? old.filter(({ made }) => made.happenedAt < restored.at) : [];
  const entries = lost.length > 0 ? await entriesSince(tx, lost) : [];
  const isOld = ({ happenedAt }: Made) => !!restored && happenedAt < restored.at;
  const after = (applicationId: string, made: Made) =>
    isOld(made)
      ? entries.filter(
          (entry) => entry.applicationId === applicationId && entry.createdAt > made.happenedAt,
        )
      : [];
  return {
    isOld,
    removedAfter: ({ id, removedAt }, made) =>
      after(id, made).some(({ notes }) => notes === REMOVAL_NOTES.removed) ? removedAt : null,
    isBefore: (id, made) => after(id, made).length > 0,
    isSet: (field, id, made) => after(id, made).some((entry) => fieldsOf(entry).includes(field)),
  };
}

type Entry = Pick<
  HistoryEntryModel,
  'applicationId' | 'createdAt' | 'notes' | 'previousStatus' | 'newStatus' | 'edits'
>;

function entriesSince(tx: Tx, lost: readonly { id: string; made: Made }[]): Promise<Entry[]> {
  const ids = [...new Set(lost.map(({ id }) => id))];
  const oldest = Math.min(...lost.map(({ made }) => made.happenedAt.getTime()));
  return tx.historyEntry.findMany({
    where: { applicationId: { in: ids }, createdAt: { gt: new Date(oldest) } },
  });
}

/** What an entry says to be set. What an admin took over from a device is of before. */
function fieldsOf({ previousStatus, newStatus, edits }: Entry): string[] {
  const fields = (JSON.parse(edits ?? '[]') as FieldEdit[]).map(({ field }) => field);
  if (fields.includes('givenBack')) return [];
  return previousStatus === newStatus ? fields : [...fields, 'status'];
}
