import { useStore } from 'zustand';
import { syncStatus } from '#pwa/sync/status-store.ts';
import { lateExtra } from '#pwa/ui/late.tsx';

const LossNotice = lateExtra(async () => (await import('./loss-notice.tsx')).LossNotice);

/** Says so when changes that were saved on this phone went with a storage that was cleared (fault 25). */
export function LostChanges() {
  const loss = useStore(syncStatus, (now) => now.loss);
  return loss && <LossNotice loss={loss} />;
}
