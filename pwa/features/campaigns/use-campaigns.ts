import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { type AllRows, readAll } from '#pwa/local/read-rows.ts';
import type { CampaignRow } from '#pwa/local/rows.ts';

/** All campaigns on this phone with queued changes applied, newest first. Undefined while loading. */
export function useCampaigns(): AllRows<CampaignRow> | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readAll(mirror, 'campaigns'), [mirror]);
}
