import type { Table } from 'dexie';
import type { Totals } from '#contract/delta.ts';
import type { ListState, Mirror } from '#pwa/local/mirror.ts';
import { reopening } from '#pwa/local/reopening.ts';
import { tableOf } from './put-row.ts';

/** What the server has counted, by `rows` and `history` (contract/delta.ts). */
export type ListTotals = Record<string, Totals>;

/** The lists of each mirror whose versions were summed up since the page was loaded. */
const summed = new WeakMap<Mirror, Set<string>>();

/**
 * Whether the mirror of a list that was pulled to its end holds what the server has counted at the
 * same revision. Rows are counted every time; that they are up to date is looked at once a page, for
 * it means to read them all. Where an answer to a change of this phone is ahead of the pull, nothing
 * can be told.
 */
export function meetsTotals(mirror: Mirror, list: ListState, totals: ListTotals): Promise<boolean> {
  const rows = tableOf(mirror, list.key);
  const { history, meta } = mirror;
  return reopening(mirror, () =>
    mirror.transaction('r', rows, history, meta, async () => {
      if ((await rows.where('version').above(list.cursor).count()) > 0) return true;
      const known = summed.get(mirror) ?? new Set();
      summed.set(mirror, known);
      const sums = !known.has(list.key);
      known.add(list.key);
      if (totals.rows && !(await meets(rows, totals.rows, sums))) return false;
      // Entries that made room on a full device are missing for a reason.
      if (!totals.history || (await meta.get('history-trimmed'))) return true;
      return meets(history, totals.history, sums);
    }),
  );
}

async function meets(
  table: Pick<Table<{ version: number }>, 'count' | 'toArray'>,
  { count, sum }: Totals,
  sums: boolean,
): Promise<boolean> {
  if ((await table.count()) !== count) return false;
  if (!sums) return true;
  const all = await table.toArray();
  return all.reduce((total, { version }) => total + version, 0) === sum;
}
