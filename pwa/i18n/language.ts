import {
  CHOSEN_COOKIE,
  LANGUAGE_COOKIE,
  languageCookies,
  wantedLanguageOf,
} from '#contract/fields/language.ts';
import { isLanguage, LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { readText, writeText } from '#pwa/lib/storage/web-storage.ts';

const STORAGE_KEY = 'i18nextLng';
const ONE_YEAR = 365 * 24 * 60 * 60;

/** The language in which this browser sees the site. The tab keeps that of an address: the next one has none. */
export function wantedLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked) writeText('tab', 'lang', asked);
  return wantedLanguageOf(
    {
      query: asked ?? readText('tab', 'lang'),
      ...languageCookies(document.cookie),
      browser: navigator.languages,
      local: readText('device', STORAGE_KEY) ?? null,
      session: readText('tab', STORAGE_KEY) ?? null,
      html: document.documentElement.lang,
    },
    shownHere(),
  );
}

/** A public document names its languages if the owner hides some. */
function shownHere(): readonly Language[] {
  const { languages } = document.documentElement.dataset;
  return languages ? languages.split(' ').filter(isLanguage) : LANGUAGE_CODES;
}

/**
 * Remembers a language that a person chose by hand: local storage, the cookie `i18next`, and the
 * cookie that marks it as chosen, for a year. Removes `lang` from the address, because it would
 * override the choice at the next reload.
 */
export function chooseLanguage(language: Language): void {
  writeText('device', STORAGE_KEY, language);
  writeText('tab', 'lang', null);
  const secure = location.protocol === 'https:' ? '; secure' : '';
  for (const pair of [`${LANGUAGE_COOKIE}=${language}`, `${CHOSEN_COOKIE}=1`]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
    document.cookie = `${pair}; path=/; max-age=${ONE_YEAR}; samesite=lax${secure}`;
  }

  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}
