import type { Export } from '#contract/exports.ts';
import type { Tx } from '#prisma/client.ts';
import { type Actor, audit } from '#server/domain/common/audit.ts';
import type { Change } from '#server/domain/replication/change.ts';

/** From this age on, in milliseconds, the entry says when the file was saved. */
const LATE = 60_000;

/** Notes a file that a device has saved. */
export async function noteExport(
  tx: Tx,
  { happenedAt, arrivedAt }: Change,
  actor: Actor,
  { list, rows }: Export,
): Promise<void> {
  const isLate = arrivedAt.getTime() - happenedAt.getTime() >= LATE;
  const detail = isLate ? happenedAt.toISOString() : null;
  await audit(tx, actor, { kind: `${list}-exported`, count: rows, detail }, arrivedAt);
}
