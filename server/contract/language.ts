import { isLanguage, LANGUAGES, type Language } from './vocabulary.ts';

/** What may tell the language of a person, as it was found: nothing here needs to be valid. */
export interface LanguageClues {
  /** The `lang` parameter of the address. */
  query?: string | null | undefined;
  /** What the person chose by hand. */
  chosen?: string | null | undefined;
  /** What the browser asks for, the best first: `navigator.languages` or Accept-Language. */
  browser?: readonly string[] | undefined;
  /** The cookie `i18next`. */
  cookie?: string | null | undefined;
  /** `i18nextLng` of the local and of the session storage. */
  local?: string | null | undefined;
  session?: string | null | undefined;
  /** The `lang` of the html tag. */
  html?: string | null | undefined;
}

/** The cookie that holds the language, and the one that says that a person chose it. */
export const LANGUAGE_COOKIE = 'i18next';
export const CHOSEN_COOKIE = 'i18next_chosen';

/**
 * The one rule for the language of a page: server, service worker and page all ask it (§4, Q-03).
 *
 * `?lang=` of the address and a choice made by hand come first. Then the literal order of §4:
 * browser, query, cookie, local storage, session storage, html tag. `de-AT` counts as `de`; what is
 * no interface language is passed over; English is the fallback (I-01, I-02, I-04, K-06).
 */
export function wantedLanguageOf(clues: LanguageClues): Language {
  const { query, chosen, browser = [], cookie, local, session, html } = clues;
  // The address is ours, so only an exact value switches; what browsers say is normalised.
  for (const exact of [query, chosen]) if (isLanguage(exact)) return exact;
  for (const clue of [...browser, cookie, local, session, html]) {
    const language = clue?.toLowerCase().split(/[-_]/, 1)[0];
    if (isLanguage(language)) return language;
  }
  return LANGUAGES[0];
}

/**
 * The language clues of a Cookie header or of `document.cookie`. `chosen` is set only beside the
 * marker cookie: a language cookie without it was not chosen by hand and loses to the browser.
 */
export function languageCookies(
  header: string,
): Required<Pick<LanguageClues, 'chosen' | 'cookie'>> {
  const cookie = readCookie(header, LANGUAGE_COOKIE);
  return { cookie, chosen: readCookie(header, CHOSEN_COOKIE) === '1' ? cookie : null };
}

function readCookie(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name && value !== undefined) return value.trim();
  }
  return null;
}
