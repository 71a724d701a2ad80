import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readAll } from '#pwa/local/rows/read-rows.ts';
import { countByCampaign } from './counted-inquiries.ts';

/** Inquiries by campaign id. Undefined while loading, also while the inquiries are first pulled. */
export function useInquiryCounts(): ReadonlyMap<number, number> | undefined {
  const mirror = useMirror();
  return useLiveQuery(async () => {
    const { rows, firstPull } = await readAll(mirror, 'contacts');
    if (!firstPull.isWhole) return undefined;
    return countByCampaign(rows);
  }, [mirror]);
}
