import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { syncStatus } from '#pwa/sync/status-store.ts';
import { lateExtra } from '#pwa/ui/late.tsx';

const LossNotice = lateExtra(async () => (await import('./loss-notice.tsx')).LossNotice);

/** Tells that the browser cleared its storage while changes were not sent yet. */
export function LostChanges({ install }: { install: ReactNode }) {
  const loss = useStore(syncStatus, (now) => now.loss);
  return loss && <LossNotice loss={loss} install={install} />;
}
