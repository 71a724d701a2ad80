import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import type { AppRouter } from './routes.tsx';

const SyncProvider = lazy(async () => {
  const { SyncProvider } = await import('#pwa/sync/sync-provider.tsx');
  return { default: SyncProvider };
});

/**
 * Sends what waits while a signed-in user looks at a public page of the app (W-09). On the pages of
 * the back office the shell does it.
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
    <Suspense fallback={null}>
      <SyncProvider key={user.id} user={user}>
        {null}
      </SyncProvider>
    </Suspense>
  );
}

const PUBLIC = new Set(['/', '/privacy', '/terms']);
