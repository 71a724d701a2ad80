import '#pwa/ui/tokens.css';
import '#pwa/ui/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { CurrentUser } from '#contract/auth.ts';
import { isLanguage } from '#contract/fields/vocabulary.ts';
import { wantedLanguage } from '#pwa/i18n/language.ts';
import { loadSiteTexts } from '#pwa/i18n/site-texts.ts';
import { tolerateForeignNodes } from '#pwa/lib/foreign-nodes.ts';
import { Page } from './page.tsx';
import { successor, TakeOver } from './take-over.tsx';

tolerateForeignNodes();
const root = document.getElementById('root') as HTMLElement;
const prerendered = document.getElementById('top');

/**
 * Hydrates the prerendered landing page in its own language, to match the markup; the root changes to
 * the preferred language and the signed-in header afterwards. Resolves once the page is interactive.
 *
 * @param user the signed-in user, requested by the loader
 */
export async function hydrate(user: Promise<CurrentUser | null>): Promise<void> {
  const { lang } = document.documentElement;
  const language = prerendered && isLanguage(lang) ? lang : wantedLanguage();
  const texts = await loadSiteTexts(language);

  await new Promise<void>((ready) => {
    const page = <Page language={language} texts={texts} user={user} onReady={ready} />;
    if (!prerendered) createRoot(root).render(page);
    else {
      hydrateRoot(
        root,
        <TakeOver root={root} page={prerendered}>
          {page}
        </TakeOver>,
      );
    }
  });
}

/** Clicks a control that was pressed before the hydration, or the one in its place. */
export function press(control: HTMLElement): void {
  const now = prerendered ? successor(control, prerendered, root) : control;
  now?.click();
}
