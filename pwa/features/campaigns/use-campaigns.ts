import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { CampaignRow } from '#pwa/local/database/rows.ts';
import { type AllRows, readAll } from '#pwa/local/rows/read-rows.ts';

/** All campaigns on this phone with queued changes applied, newest first. Undefined while loading. */
export function useCampaigns(): AllRows<CampaignRow> | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readAll(mirror, 'campaigns'), [mirror]);
}
