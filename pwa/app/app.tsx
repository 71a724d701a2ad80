import { RouterProvider } from '@tanstack/react-router';
import type { Language } from '#contract/fields/vocabulary.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { PreviewRibbon } from '#pwa/features/translations/preview-ribbon.tsx';
import type { TextStore } from '#pwa/i18n/i18n.ts';
import { OfficeTextProvider } from '#pwa/i18n/office-text-provider.tsx';
import { AuthProvider } from '#pwa/session/auth-provider.tsx';
import { ToasterOutlet } from '#pwa/ui/toasts/toaster-outlet.tsx';
import { rememberLanguage } from '#pwa/visitor/worker.ts';
import { BackgroundSync } from './background-sync.tsx';
import type { AppRouter } from './routes.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** The router app: texts, session, the open page, and what floats over every page. */
export function App({ router, texts }: { router: AppRouter; texts: TextStore }) {
  return (
    <OfficeTextProvider store={texts} onChoose={remember}>
      <AuthProvider>
        <PreviewRibbon onDone={() => void router.navigate({ to: APP_PATHS.translations })} />
        <RouterProvider router={router} />
        <BackgroundSync router={router} />
        <ToasterOutlet />
        <UpdatePrompt />
      </AuthProvider>
    </OfficeTextProvider>
  );
}

function remember(language: Language): void {
  rememberLanguage(language).catch(console.error);
}
