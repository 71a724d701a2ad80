import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { syncStatus } from '#pwa/sync/status-store.ts';
import { lazyExtra } from '#pwa/ui/lazy.tsx';

const LossNotice = lazyExtra(() => import('./loss-notice.tsx'), 'LossNotice');

/** Tells that the browser cleared its storage while changes were not sent yet. */
export function LostChanges({ install }: { install: ReactNode }) {
  const loss = useStore(syncStatus, (now) => now.loss);
  return loss && <LossNotice loss={loss} install={install} />;
}
