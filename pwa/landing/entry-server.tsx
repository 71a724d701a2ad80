import { renderToString } from 'react-dom/server';
import { LANGUAGE_CODES, type Language } from '#contract/vocabulary.ts';
import { loadSiteTexts } from '#pwa/i18n/site-texts.ts';
import { Page } from './page.tsx';

const NOBODY = Promise.resolve(null);

/** The landing page of every language. Rendered while the module loads: the runner closes after. */
export const pages = await Promise.all(LANGUAGE_CODES.map(render));

async function render(language: Language) {
  const texts = await loadSiteTexts(language);
  const html = renderToString(<Page language={language} texts={texts} user={NOBODY} />);
  const { title, description } = texts.meta;
  const { name: brand, tagline } = texts.brand;
  return { language, html, title, description, brand, tagline };
}
