import { useSyncExternalStore } from 'react';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { lazyExtra } from '#pwa/ui/lazy.tsx';
import type { AppRouter } from './routes.tsx';

const SyncProvider = lazyExtra(() => import('#pwa/sync/sync-provider.tsx'), 'SyncProvider');

/**
 * Sends the outbox while a signed-in user has a public page of the app open. In the back office the
 * shell does it.
 */
export function BackgroundSync({ router }: { router: AppRouter }) {
  const { user } = useAuth();
  const pathname = useSyncExternalStore(
    (changed) => router.subscribe('onResolved', changed),
    () => router.state.location.pathname,
  );
  const isPublic = PUBLIC.has(pathname);
  if (!user || !isPublic) return null;

  return (
    <SyncProvider key={user.id} user={user}>
      {null}
    </SyncProvider>
  );
}

const PUBLIC = new Set(['/']);
