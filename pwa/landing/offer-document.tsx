import { renderToString } from 'react-dom/server';
import type { Language } from '#contract/fields/vocabulary.ts';
import type { OfferView } from '#contract/offers/offer-view.ts';
import { officeTexts } from '#pwa/i18n/office-texts.ts';
import { TextProvider } from '#pwa/i18n/text-context.tsx';
import { textsIn } from '#pwa/i18n/translate.ts';
import { rulesFor } from '#pwa/lib/first-styles.ts';
import { qrMatrix } from '#pwa/ui/code/draw-qr.ts';
import type { Frame } from './frame.ts';
import { OfferPageView } from './offer-page.tsx';
import { escapeHtml } from './sharing.ts';

/** A player's page for one club: a whole document without scripts, which no search engine lists. */
export async function renderOfferDocument(
  { offerCss }: Pick<Frame, 'offerCss'>,
  language: Language,
  view: OfferView,
): Promise<string> {
  const texts = await officeTexts(language);
  const t = textsIn(texts, language);
  const code = await qrMatrix(view.url, 'M');
  const html = renderToString(
    <TextProvider value={{ t, language, chooseLanguage: () => undefined }}>
      <OfferPageView {...view} code={code} />
    </TextProvider>,
  );
  const { shown } = view;
  const name = 'gone' in shown ? t(`offerPage.${shown.gone}.title`) : shown.application.playerName;
  const title = t('titles.pattern', { page: name, brand: t('brand.name') });
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>${escapeHtml(title)}</title><meta name="robots" content="noindex"><meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#101814" media="(prefers-color-scheme: dark)"><link rel="icon" href="/icons/icon.svg" type="image/svg+xml"><style>${rulesFor(html, offerCss)}</style></head><body>${html}</body></html>`;
}
