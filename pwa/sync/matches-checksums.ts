import type { Table } from 'dexie';
import type { Totals } from '#contract/delta.ts';
import type { ListState } from '#pwa/local/meta-state.ts';
import { type Mirror, tableOf } from '#pwa/local/mirror.ts';
import { reopening } from '#pwa/local/reopening.ts';

/** The server's checksums of a list, by `rows` and `history` (contract/delta.ts). */
export type ListTotals = Record<string, Totals>;

/** How often the versions of a list are summed, in milliseconds: that reads all its rows. */
const SUM_EVERY = 60_000;
/** When the versions of each list were last summed, by `performance.now()`. */
const summed = new WeakMap<Mirror, Map<string, number>>();

/**
 * Whether the mirror of a completely pulled list matches the server's checksums of the same revision.
 * Compares the count every time, and the sum of versions at most once a minute. True without a check
 * when an answer to a change is ahead of the pull.
 */
export function matchesChecksums(
  mirror: Mirror,
  list: ListState,
  totals: ListTotals,
): Promise<boolean> {
  const rows = tableOf(mirror, list.key);
  const { history, meta } = mirror;
  return reopening(mirror, () =>
    mirror.transaction('r', rows, history, meta, async () => {
      if ((await rows.where('version').above(list.cursor).count()) > 0) return true;
      const known = summed.get(mirror) ?? new Map<string, number>();
      summed.set(mirror, known);
      const now = performance.now();
      const sums = now - (known.get(list.key) ?? Number.NEGATIVE_INFINITY) >= SUM_EVERY;
      if (sums) known.set(list.key, now);
      if (totals.rows && !(await matches(rows, totals.rows, sums))) return false;
      // Entries that were deleted to free space are missing on purpose.
      if (!totals.history || (await meta.get('history-trimmed'))) return true;
      return matches(history, totals.history, sums);
    }),
  );
}

async function matches(
  table: Pick<Table<{ version: number }>, 'count' | 'toArray'>,
  { count, sum }: Totals,
  sums: boolean,
): Promise<boolean> {
  if ((await table.count()) !== count) return false;
  if (!sums) return true;
  const all = await table.toArray();
  return all.reduce((total, { version }) => total + version, 0) === sum;
}
