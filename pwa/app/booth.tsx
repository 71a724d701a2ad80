import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { isLanguage } from '#contract/fields/vocabulary.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { openTexts } from '#pwa/i18n/i18n.ts';
import { OfficeTextProvider } from '#pwa/i18n/office-text-provider.tsx';
import { guardStand } from '#pwa/session/guard-stand.ts';
import { endHandOver, type HandedOver, renewHandOver } from '#pwa/session/handed-over.ts';
import { ToasterOutlet } from '#pwa/ui/toasts/toaster-outlet.tsx';
import { keepSending } from '#pwa/visitor/keep-sending.ts';
import { BoothPage } from './pages/booth-page.tsx';

/** Shows the form of a stand, in place of the back office. */
export async function openBooth(root: Root, at: HandedOver): Promise<void> {
  renewHandOver();
  keepSending();
  guardStand(() => {
    endHandOver();
    location.replace(APP_PATHS.auth);
  });
  const texts = await openTexts(isLanguage(at.language) ? at.language : 'en');
  root.render(
    <StrictMode>
      <OfficeTextProvider store={texts}>
        <BoothPage at={at} />
        <ToasterOutlet />
      </OfficeTextProvider>
    </StrictMode>,
  );
}
