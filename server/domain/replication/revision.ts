import { readRows, type Tx } from '#prisma/client.ts';

/** How far mirrors can follow this database (contract/delta.ts). */
export interface ReplicationState {
  revision: number;
  epoch: string;
  /** Tombstones up to this revision may be deleted: a mirror below it starts afresh. */
  oldest: number;
}

/** Throws if the database was never migrated. */
export async function readReplicationState(db: Tx): Promise<ReplicationState> {
  const [state] = await readRows<ReplicationState>(db, STATE);
  if (!state) throw new Error('The database has no ReplicationState row.');
  return state;
}

const STATE = 'SELECT "revision", "epoch", "oldest" FROM "ReplicationState" WHERE "id" = 1';

/**
 * Raises the revision by one and returns it: the `version` of every row that the transaction changes.
 *
 * The row of ReplicationState stays locked until the transaction ends, so versions are committed in order,
 * and a reader that has seen one has missed none before it. Call it once and as late as possible: after
 * every lock and check, before the first row with a version.
 */
export function nextRevision(tx: Tx): Promise<number> {
  return raiseRevision(tx, 1);
}

/** Raises the revision by `count`, for many changes of one transaction. Returns the last one. */
export async function raiseRevision(tx: Tx, count: number): Promise<number> {
  const { revision } = await tx.replicationState.update({
    where: { id: 1 },
    data: { revision: { increment: count } },
    select: { revision: true },
  });
  return revision;
}

/** The data of an update that changes nothing, but locks its rows until the transaction ends. */
export const TOUCH = { version: { increment: 0 } };
