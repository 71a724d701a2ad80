import { newId } from '#contract/fields/ids.ts';
import { STATUSES } from '#contract/fields/vocabulary.ts';
import { aPlayer } from '#server/test/samples.ts';

/** Applications in both databases. */
export const ROWS = 1_000;

/** A change of status as the bare server takes it. */
export function aChange(n: number) {
  changes += 1;
  const status = STATUSES[changes % STATUSES.length] ?? 'pending';
  return { key: newId(), id: aPlayer(n % ROWS).id, status, notes: `Called him again, ${changes}.` };
}
let changes = 0;

/** The same as a call of a batch. */
export function aCall(n: number) {
  const { key, id, status, notes } = aChange(n);
  const path = `/api/applications/${id}/status`;
  return { key, method: 'PATCH' as const, path, body: { status, notes }, lane: id, after: null };
}
