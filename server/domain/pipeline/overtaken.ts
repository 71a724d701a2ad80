import type { Application } from '#contract/applications.ts';
import type { FieldEdit } from '#contract/fields/application-fields.ts';
import { REMOVAL_NOTES } from '#contract/removal.ts';
import type { Tx } from '#prisma/client.ts';
import type { HistoryEntryModel } from '#prisma/generated/sqlite/models.ts';
import type { Change } from '#server/domain/replication/change.ts';

type Made = Pick<Change, 'happenedAt' | 'isAgain'>;

/** What was done with applications later than changes that are sent again, as far as their history says. */
export interface Overtaken {
  /** `removedAt` after a change: it brings the application back unless the removal was later. */
  removedAfter(before: Pick<Application, 'id' | 'removedAt'>, made: Made): Application['removedAt'];
  /** Whether anything was done later. */
  isBefore(id: string, made: Made): boolean;
  /** Whether a field, or the status, was set later. */
  isSet(field: string, id: string, made: Made): boolean;
}

/**
 * After a restore each device sends again what the backup lacks, and they come in no order: the later decision counts,
 * whichever comes first. A change that was overtaken stands in the history alone.
 */
export async function readOvertaken(
  tx: Tx,
  changes: Iterable<{ id: string; made: Made }>,
): Promise<Overtaken> {
  const again = [...changes].filter(({ made }) => made.isAgain);
  const entries = again.length > 0 ? await entriesSince(tx, again) : [];
  const after = (applicationId: string, { isAgain, happenedAt }: Made) =>
    isAgain
      ? entries.filter(
          (entry) => entry.applicationId === applicationId && entry.createdAt > happenedAt,
        )
      : [];
  return {
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

function entriesSince(tx: Tx, again: readonly { id: string; made: Made }[]): Promise<Entry[]> {
  const ids = [...new Set(again.map(({ id }) => id))];
  const oldest = Math.min(...again.map(({ made }) => made.happenedAt.getTime()));
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
