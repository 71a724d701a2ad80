import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { Language } from '#contract/fields/vocabulary.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { PreviewRibbon } from '#pwa/features/site/translations/preview-ribbon.tsx';
import type { TextStore } from '#pwa/i18n/i18n.ts';
import { OfficeTextProvider } from '#pwa/i18n/office-text-provider.tsx';
import { AuthProvider, useAuth } from '#pwa/session/auth-provider.tsx';
import { lazyExtra } from '#pwa/ui/lazy.tsx';
import { ErrorBoundary } from '#pwa/ui/screen/error-boundary.tsx';
import { showCarriedToast } from '#pwa/ui/toasts/carried-toast.ts';
import { ToasterOutlet } from '#pwa/ui/toasts/toaster-outlet.tsx';
import { rememberLanguage } from '#pwa/visitor/worker.ts';
import type { AppRouter } from './routes.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** The router app: texts, session, the open page, and what floats over every page. */
export function App({ router, texts }: { router: AppRouter; texts: TextStore }) {
  useEffect(showCarriedToast, []);

  return (
    <OfficeTextProvider store={texts} onChoose={remember}>
      <AuthProvider>
        <Beside>
          <PreviewRibbon onDone={() => void router.navigate({ to: APP_PATHS.translations })} />
        </Beside>
        <RouterProvider router={router} />
        <Beside>
          <BackgroundSync router={router} />
        </Beside>
        <Beside>
          <ToasterOutlet />
        </Beside>
        <Beside>
          <UpdatePrompt />
        </Beside>
      </AuthProvider>
    </OfficeTextProvider>
  );
}

/** What may fail without taking the open page, and the text that is typed in it, away. */
function Beside({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={null}>{children}</ErrorBoundary>;
}

function remember(language: Language): void {
  rememberLanguage(language).catch(console.error);
}

const SyncProvider = lazyExtra(() => import('#pwa/sync/sync-provider.tsx'), 'SyncProvider');

/**
 * Sends the outbox while a signed-in user has a public page of the app open. In the back office the
 * shell does it.
 */
function BackgroundSync({ router }: { router: AppRouter }) {
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
