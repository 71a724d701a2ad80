import type { Application, HistoryEntry, StatusChange } from '#contract/applications.ts';
import { Problem } from '#contract/problems.ts';
import type { Tx } from '#prisma/client.ts';
import { lockApplication, toApplication } from './application-row.ts';
import type { Change } from './change.ts';
import { toHistoryEntry, WITH_USER } from './history.ts';
import { nextRevision } from './revision.ts';
import { unless } from './unless.ts';

/**
 * Records a change of status, a note, or both, with its history entry (P-19). Any status may follow
 * any other (§4); the entry's `previousStatus` is what the status truly was, also when many change
 * it at once, so the entries of an application form one chain. A note alone has an entry in which
 * both statuses are the same.
 *
 * @returns the application after the change, with the entry as `change`
 * @throws Problem `application-not-found`; `invalid-input` when neither the status would change nor
 *   a note is given; `key-reused` when the key has made an entry before
 */
export async function changeStatus(
  tx: Tx,
  change: Change,
  { id, status, notes }: StatusChange & { id: string },
): Promise<Application & { change: HistoryEntry }> {
  const before = await lockApplication(tx, id);
  if (status === before.status && notes === null) throw nothingToChange();

  const version = await nextRevision(tx);
  const row = await tx.application.update({
    where: { id },
    data: { status, updatedAt: change.arrivedAt, version },
  });
  const entry = await record(tx, change, {
    applicationId: id,
    previousStatus: before.status,
    newStatus: status,
    notes,
    version,
  });
  return { ...toApplication(row), change: entry };
}

/** The refusal of a change that would change nothing. */
export function nothingToChange(): Problem {
  const message = 'Nothing to change.';
  return new Problem('invalid-input', message, { fields: { status: message } });
}

async function record(
  tx: Tx,
  { id, happenedAt, arrivedAt, userId }: Change,
  entry: Pick<HistoryEntry, 'applicationId' | 'previousStatus' | 'newStatus' | 'notes' | 'version'>,
): Promise<HistoryEntry> {
  const data = { id, ...entry, createdAt: happenedAt, arrivedAt, userId };
  const create = tx.historyEntry.create({ data, include: WITH_USER });
  // Another user's change had this key, or one that was made longer ago than keys are remembered.
  const row = await unless('unique', create, (cause) => {
    throw new Problem('key-reused', 'This Idempotency-Key belongs to another change.', { cause });
  });
  return toHistoryEntry(row);
}
