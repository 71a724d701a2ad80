import type { Totals } from '#contract/delta.ts';
import type { ListState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { historyTotals, isTrimmed } from '#pwa/local/rows/history.ts';
import { MirroredList, withLists } from '#pwa/local/rows/mirrored-list.ts';

/** The server's checksums of a list, by `rows` and `history` (contract/delta.ts). */
export type ListTotals = Record<string, Totals>;

/**
 * Whether the mirror of a completely pulled list matches the server's checksums of the same revision.
 * True without a check when an answer to a change is ahead of the pull.
 */
export function matchesChecksums(
  mirror: Mirror,
  { key, cursor }: ListState,
  totals: ListTotals,
): Promise<boolean> {
  const { historyPages, meta } = mirror;
  return reopening(mirror, () =>
    withLists(mirror, 'r', { lists: [key], tables: [historyPages, meta] }, async () => {
      const list = MirroredList.of(mirror, key);
      let sum = 0;
      for (const { version } of list.rows()) {
        if (version > cursor) return true;
        sum += version;
      }
      if (totals.rows && !isSame(totals.rows, { count: list.size, sum })) return false;
      // Entries that were deleted to free space are missing on purpose.
      if (!totals.history || (await isTrimmed(mirror))) return true;
      return isSame(totals.history, await historyTotals(mirror));
    }),
  );
}

function isSame(one: Totals, other: Totals): boolean {
  return one.count === other.count && one.sum === other.sum;
}
