import type { Application } from '#contract/applications.ts';
import { REMOVAL_NOTES } from '#contract/removal.ts';
import type { Tx } from '#prisma/client.ts';

type Removed = Pick<Application, 'id' | 'removedAt'>;
/** What `removedAt` is after a change of that moment: null for one that brings the application back. */
type RemovedAfter = (before: Removed, happenedAt: Date) => Removed['removedAt'];

/**
 * Any change of a removed application brings it back, but one that was made before the removal and reaches a restored
 * database: a device sends again what the backup lacks, and the removal was the later decision.
 *
 * Cost: so does a change that no server has had before. It stands in the record, which stays removed.
 */
export async function readRemovals(
  tx: Tx,
  applications: Iterable<Removed | null>,
): Promise<RemovedAfter> {
  const ids = [...applications].flatMap((one) => (one?.removedAt ? one.id : []));
  const restored = ids.length > 0 && (await tx.restore.findFirst({ orderBy: { id: 'desc' } }));
  if (!restored) return () => null;
  const removals = await tx.historyEntry.findMany({
    where: { applicationId: { in: ids }, notes: REMOVAL_NOTES.removed },
    select: { applicationId: true, createdAt: true },
  });
  return ({ id, removedAt }, happenedAt) => {
    const isLater = removals.some(
      ({ applicationId, createdAt }) => applicationId === id && createdAt > happenedAt,
    );
    return isLater && happenedAt < restored.at ? removedAt : null;
  };
}

/**
 * Whether a removal reaches a restored database after what was done with the application later, which had brought it back:
 * another device has sent that again before.
 */
export async function readLater(
  tx: Tx,
  calls: readonly { params: { id: string }; body: { removed: boolean } }[],
): Promise<(id: string, happenedAt: Date) => boolean> {
  const ids = calls.flatMap(({ params, body }) => (body.removed ? params.id : []));
  const restored = ids.length > 0 && (await tx.restore.findFirst({ orderBy: { id: 'desc' } }));
  if (!restored) return () => false;
  const newest = await tx.historyEntry.groupBy({
    by: ['applicationId'],
    where: { applicationId: { in: ids } },
    _max: { createdAt: true },
  });
  const newestOf = new Map(
    newest.map(({ applicationId, _max }) => [applicationId, _max.createdAt]),
  );
  return (id, happenedAt) => {
    const later = newestOf.get(id);
    return later != null && later > happenedAt && happenedAt < restored.at;
  };
}
