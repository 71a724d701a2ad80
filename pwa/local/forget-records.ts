import { isAnonymised } from '#contract/anonymised.ts';
import { forgetDraftsAbout } from '#pwa/lib/drafts.ts';
import { forgetAcknowledgedOf } from './acknowledged.ts';
import { forgetQuestionsAbout } from './forget-questions.ts';
import type { Mirror } from './mirror.ts';
import type { ListName, VersionedRow } from './rows.ts';

/**
 * Forgets what this phone keeps beside the rows about records that were deleted or anonymised: open
 * questions, accepted changes, drafts. Call it in a transaction on `conflicts`, `fieldConflicts` and
 * `acknowledged`.
 */
export async function forgetRecords(
  mirror: Mirror,
  list: ListName,
  ids: readonly (string | number)[],
): Promise<void> {
  if (ids.length === 0) return;
  await forgetQuestionsAbout(mirror, list, ids);
  // Accepted changes of a campaign may be replayed after a restore: it is no person to forget.
  if (list !== 'campaigns') await forgetAcknowledgedOf(mirror, list, ids);
  if (list === 'applications') forgetDraftsAbout(mirror.userId, ids);
}

/** True for the record of an anonymised person. */
export function isErased(row: VersionedRow): boolean {
  return 'email' in row && isAnonymised({ email: String(row.email) });
}
