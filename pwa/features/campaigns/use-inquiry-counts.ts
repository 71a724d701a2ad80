import { useLiveQuery } from 'dexie-react-hooks';
import { withFirstPull } from '#pwa/local/first-pull.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';

/** Inquiries by campaign id. Undefined while loading, also while the inquiries are first pulled. */
export function useInquiryCounts(): ReadonlyMap<number, number> | undefined {
  const mirror = useMirror();
  return useLiveQuery(async () => {
    const { rows, firstPull } = await withFirstPull(mirror, 'contacts', ({ contacts }) =>
      contacts.toArray(),
    );
    if (!firstPull.isWhole) return undefined;
    const counts = new Map<number, number>();
    for (const { campaignId } of rows) {
      if (campaignId !== null) counts.set(campaignId, (counts.get(campaignId) ?? 0) + 1);
    }
    return counts;
  }, [mirror]);
}
