import { useSyncStatus } from '#pwa/sync/status-store.ts';

/** How many changes wait for a decision of the person: conflicts and refusals. */
export function useQuestions(): number {
  const { conflicts, refused } = useSyncStatus();
  return conflicts + refused;
}
