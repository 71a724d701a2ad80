import { isAnonymised } from '#contract/fields/anonymised.ts';
import { forgetDraftsAbout } from '#pwa/lib/storage/drafts.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { ListName, SeenRow, VersionedRow } from '#pwa/local/database/rows.ts';
import { forgetEnded } from '#pwa/local/outbox/ended.ts';
import { forgetQuestionsAbout } from '#pwa/local/outbox/questions.ts';
import { idIn } from './overlay.ts';

/**
 * Forgets what this phone keeps beside the rows about records that were deleted or anonymised: open
 * questions, accepted changes, drafts, copies. Call it in a transaction on `questions`, `ended` and `copies`.
 */
export async function forgetRecords(
  mirror: Mirror,
  list: ListName,
  ids: readonly (string | number)[],
): Promise<void> {
  if (ids.length === 0) return;
  await forgetQuestionsAbout(mirror, list, ids);
  // Accepted changes of a campaign may be replayed after a restore: it is no person to forget. A change of another
  // record may name one of these: an inquiry that was added to a player.
  const gone = new Set<string | number | null>(ids);
  await mirror.copies
    .where('[list+record]')
    .anyOf(ids.map((id) => [list, id]))
    .delete();
  if (list !== 'campaigns') await forgetEnded(mirror, (entry) => gone.has(idIn(list, entry)));
  if (list === 'applications') forgetDraftsAbout(mirror.userId, ids);
  // A campaign may have the same number as an inquiry.
  if (list === 'contacts')
    forgetDraftsAbout(
      mirror.userId,
      ids.map((id) => `contact:${id}`),
    );
}

/** True for the record of an anonymised person. */
export function isErased(row: object): boolean {
  return 'email' in row && isAnonymised({ email: String(row.email) });
}

/** True for a record that is not there, or whose person is anonymised. */
export function isGone(row: VersionedRow | null | undefined): boolean {
  return !row || isErased(row);
}

/** 0 for a record that is deleted or whose person is erased, 1 for a removed one, 2 for any other. */
export function presenceOf(row: SeenRow<ListName> | null): 0 | 1 | 2 {
  if (row === null || isErased(row)) return 0;
  return 'removedAt' in row && row.removedAt !== null ? 1 : 2;
}
