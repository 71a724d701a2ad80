import { readRows, type Tx } from '#prisma/client.ts';

/** The revision and epoch of this database (contract/delta.ts). */
export interface ReplicationState {
  revision: number;
  epoch: string;
  /** A mirror below this revision cannot be told what was deleted. */
  oldest: number;
}

/** What `migrate` has put there; throws when the database was never migrated. */
export async function readReplicationState(db: Tx): Promise<ReplicationState> {
  const [state] = await readRows<ReplicationState>(db, STATE);
  if (!state) throw new Error('The database has no ReplicationState row.');
  return state;
}

const STATE = 'SELECT "revision", "epoch", "oldest" FROM "ReplicationState" WHERE "id" = 1';

/**
 * Raises the revision by one and gives the new value, to be written as `version` on every row that
 * the transaction changes.
 *
 * The row of ReplicationState stays locked until the transaction ends, so versions are committed in their
 * order and a reader that has seen one has missed none before it. Call it once, as late as can be:
 * after every lock and every check, before the first row that carries a version.
 */
export function nextRevision(tx: Tx): Promise<number> {
  return raiseRevision(tx, 1);
}

/** As nextRevision, for many changes of one transaction: raises by `count`, gives the last. */
export async function raiseRevision(tx: Tx, count: number): Promise<number> {
  const { revision } = await tx.replicationState.update({
    where: { id: 1 },
    data: { revision: { increment: count } },
    select: { revision: true },
  });
  return revision;
}

/** Changes nothing, but locks the rows it names on PostgreSQL until the transaction ends. */
export const TOUCH = { version: { increment: 0 } };
