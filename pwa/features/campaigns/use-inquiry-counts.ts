import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';

/** Inquiries by campaign id. Undefined while loading. */
export function useInquiryCounts(): ReadonlyMap<number, number> | undefined {
  const mirror = useMirror();
  return useLiveQuery(async () => {
    const counts = new Map<number, number>();
    for (const { campaignId } of await mirror.contacts.toArray()) {
      if (campaignId !== null) counts.set(campaignId, (counts.get(campaignId) ?? 0) + 1);
    }
    return counts;
  }, [mirror]);
}
