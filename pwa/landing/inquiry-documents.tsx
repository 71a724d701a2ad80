import { renderToString } from 'react-dom/server';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import type { PublicSite } from '#contract/site.ts';
import { OpeningInquiry } from '#pwa/features/inquiry/opening-inquiry.tsx';
import styles from '#pwa/features/inquiry/sent-inquiry-view.module.css';
import { officeTexts } from '#pwa/i18n/office-texts.ts';
import { retryTexts } from '#pwa/i18n/retry-texts.ts';
import { TextProvider } from '#pwa/i18n/text-context.tsx';
import { textsIn } from '#pwa/i18n/translate.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { dataOf, documentName, languagesAttribute } from './frame.ts';
import { PublicFrame } from './public-frame.tsx';
import { escapeHtml } from './sharing.ts';

/**
 * The private link's page in every language by file name, as it is until the app's scripts have run: 1.3 s earlier on
 * slow 4G than a page that waits for them. What app/not-loaded.ts shows is in it, too.
 *
 * @param frame the app's shell with the styles of this page in it
 */
export async function renderInquiryPages(
  frame: string,
  site: PublicSite | null,
): Promise<Record<string, string>> {
  const documents: Record<string, string> = {};
  for (const language of LANGUAGE_CODES) {
    documents[documentName('inquiry', language)] = await render(frame, language, site);
  }
  return documents;
}

async function render(frame: string, language: Language, site: PublicSite | null): Promise<string> {
  const texts = await officeTexts(language);
  const t = textsIn(texts, language);
  const failed = retryTexts(language);
  const html = renderToString(
    <TextProvider value={{ t, language, chooseLanguage: () => undefined }}>
      <PublicFrame menus="none">
        <article className={styles.page}>
          <h1>{t('sentInquiry.title')}</h1>
          <div data-not-loaded hidden role="alert">
            <Notice tone="red" title={failed.title} actions={<Button>{failed.retry}</Button>}>
              {failed.text}
            </Notice>
          </div>
          <OpeningInquiry />
          <noscript>
            <style>{`.${styles.opening}{display:none}`}</style>
            <p>{t('sentInquiry.needsScript')}</p>
          </noscript>
        </article>
      </PublicFrame>
    </TextProvider>,
  );
  const title = t('titles.pattern', { page: t('titles.inquiry'), brand: t('brand.name') });
  return frame
    .replace('<html lang="en">', `<html lang="${language}"${languagesAttribute(site)}>`)
    .replace(/<title>[^<]*/, () => `<title>${escapeHtml(title)}`)
    .replace('<script', () => `${site ? dataOf(site) : ''}<script`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}
