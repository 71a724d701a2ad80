import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import { laneOf, recordOf } from './lane.ts';

/**
 * Deletes the open conflicts about records that are gone or anonymised: they hold what both sides have
 * typed. Call it in a transaction on `conflicts` and `fieldConflicts`.
 */
export async function forgetQuestionsAbout(
  { conflicts, fieldConflicts }: Mirror,
  list: ListName,
  ids: readonly (string | number)[],
): Promise<void> {
  await fieldConflicts.bulkDelete(ids.map((id) => laneOf(list, id)));
  if (list === 'applications') await conflicts.bulkDelete(ids.map(String));
}

/** As `forgetQuestionsAbout`, for the records of a list that are not there. They may have gone during a sign-out. */
export async function forgetOrphans(
  mirror: Mirror,
  list: ListName,
  isGone: (id: string | number) => boolean,
): Promise<void> {
  const lanes = await questionsIn(mirror, list).primaryKeys();
  const ids = lanes.flatMap((lane) => recordOf(lane)?.id ?? []);
  await forgetQuestionsAbout(mirror, list, ids.filter(isGone));
}

/** As `forgetQuestionsAbout`, for a whole list that this user may no longer see. */
export async function forgetQuestionsIn(mirror: Mirror, list: ListName): Promise<void> {
  await questionsIn(mirror, list).delete();
  if (list === 'applications') await mirror.conflicts.clear();
}

/** Whether conflicts about records of a list are open. */
export async function hasQuestionsIn(mirror: Mirror, list: ListName): Promise<boolean> {
  if ((await questionsIn(mirror, list).count()) > 0) return true;
  return list === 'applications' && (await mirror.conflicts.count()) > 0;
}

function questionsIn({ fieldConflicts }: Mirror, list: ListName) {
  return fieldConflicts.where('entity').startsWith(laneOf(list, ''));
}
