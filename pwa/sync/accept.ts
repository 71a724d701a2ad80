import { keepAcknowledged } from '#pwa/local/acknowledged.ts';
import { forgetQuestionsAbout } from '#pwa/local/forget-questions.ts';
import { answered } from '#pwa/local/in-flight.ts';
import { withRoom } from '#pwa/local/make-room.ts';
import { type Mirror, tableOf } from '#pwa/local/mirror.ts';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { LISTS } from '#pwa/local/rows.ts';
import { type AsOf, asOfNow, isSamePull } from './as-of.ts';
import { putRows } from './put-rows.ts';
import { type Accepted, type Answers, readAnswers } from './read-answers.ts';
import { updateFieldConflicts, updateStatusConflicts } from './update-conflicts.ts';

/**
 * Writes the server's answers to accepted changes, oldest first: in one transaction the rows go into
 * the mirror and the entries leave the outbox, so that no screen sees one without the other.
 *
 * @param asOf the mirror when the changes were sent
 * @param inFlightId the row of `inFlight` under which the changes were sent
 * @returns false when a backup has replaced that database: the changes are lost there and stay queued
 */
export async function accept(
  mirror: Mirror,
  accepted: readonly Accepted[],
  asOf: AsOf,
  inFlightId: number,
): Promise<boolean> {
  if (accepted.length === 0) return true;
  const answers = readAnswers(accepted);
  const entries = accepted.map(({ entry }) => entry);
  const { history, meta, outbox, inFlight, acknowledged, conflicts, fieldConflicts } = mirror;
  const mirrored = [...LISTS.map((list) => tableOf(mirror, list)), history, meta];
  const tables = [...mirrored, outbox, inFlight, acknowledged, conflicts, fieldConflicts];
  return withRoom(mirror, () =>
    mirror.transaction('rw', tables, async () => {
      const now = await asOfNow(mirror);
      if (now.epoch !== asOf.epoch) return false;
      await writeAnswers(mirror, answers, asOf, now);
      await updateStatusConflicts(mirror, accepted);
      await updateFieldConflicts(mirror, answers.disputes);
      await removeFromOutbox(mirror, entries, inFlightId);
      return true;
    }),
  );
}

/**
 * Leaves out the rows of a list that was pulled from its start since the changes were sent: they may
 * be of a database that a backup has replaced.
 */
async function writeAnswers(
  mirror: Mirror,
  { rows, gone, history }: Answers,
  asOf: AsOf,
  now: AsOf,
): Promise<void> {
  for (const list of LISTS) {
    if (isSamePull(list, asOf, now)) await putRows(mirror, list, rows[list], { stale: true });
    if (gone[list].length === 0) continue;
    await tableOf(mirror, list).bulkDelete(gone[list]);
    await forgetQuestionsAbout(mirror, list, gone[list]);
  }
  if (!isSamePull('applications', asOf, now)) return;
  const generation = now.generations.get('applications') ?? 0;
  await mirror.history.bulkPut(history.map((entry) => ({ ...entry, generation })));
}

async function removeFromOutbox(
  mirror: Mirror,
  entries: readonly OutboxEntry[],
  inFlightId: number,
): Promise<void> {
  const seqs = entries.map(({ seq }) => seq);
  await Promise.all([
    keepAcknowledged(mirror, entries),
    answered(mirror, inFlightId, seqs),
    ...runsOf(seqs).map(([first, last]) =>
      mirror.outbox.where('seq').between(first, last, true, true).delete(),
    ),
  ]);
}

/** Groups numbers into runs without a gap, so that hundreds of entries are deleted in one step. */
function runsOf(numbers: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
