import { DEFAULT_LANGUAGE, isOneOf, LANGUAGE_CODES, type Language } from './vocabulary.ts';

/** Hints at a person's language, as found; none needs to be valid. */
export interface LanguageClues {
  /** The `lang` parameter of the address. */
  query?: string | null | undefined;
  /** What the person chose by hand. */
  chosen?: string | null | undefined;
  /** `navigator.languages` or Accept-Language, the preferred language first. */
  browser?: readonly string[] | undefined;
  /** The cookie `i18next`. */
  cookie?: string | null | undefined;
  /** `i18nextLng` of the local and of the session storage. */
  local?: string | null | undefined;
  session?: string | null | undefined;
  /** The `lang` of the html tag. */
  html?: string | null | undefined;
}

/** The cookie with the language, and the cookie that says that a person chose it. */
export const LANGUAGE_COOKIE = 'i18next';
export const CHOSEN_COOKIE = 'i18next_chosen';

/**
 * The language of a page, for server, service worker and page alike. `?lang=` of the address and a choice
 * by hand come first; then browser, cookie, local storage, session storage, html tag. `de-AT` counts as
 * `de`; other languages are skipped; English is the fallback.
 *
 * @param shown the languages that the owner shows; without English the first of them is the fallback
 */
export function wantedLanguageOf(
  clues: LanguageClues,
  shown: readonly Language[] = LANGUAGE_CODES,
): Language {
  const { query, chosen, browser = [], cookie, local, session, html } = clues;
  // Only an exact value of the address or of a choice counts; the browser's values are normalised.
  for (const exact of [query, chosen]) if (isOneOf(shown, exact)) return exact;
  for (const clue of [...browser, cookie, local, session, html]) {
    const language = clue?.toLowerCase().split(/[-_]/, 1)[0];
    if (isOneOf(shown, language)) return language;
  }
  return shown.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : (shown[0] ?? DEFAULT_LANGUAGE);
}

/** The languages that visitors see, in the order of the menu. */
export function shownLanguages(hidden: readonly Language[] = []): Language[] {
  return LANGUAGE_CODES.filter((language) => !hidden.includes(language));
}

/**
 * The language clues of a Cookie header or of `document.cookie`. `chosen` is set only beside the
 * marker cookie; a language cookie without it was not chosen by hand, so the browser takes precedence.
 */
export function languageCookies(
  header: string,
): Required<Pick<LanguageClues, 'chosen' | 'cookie'>> {
  const cookie = readCookie(header, LANGUAGE_COOKIE);
  return { cookie, chosen: readCookie(header, CHOSEN_COOKIE) === '1' ? cookie : null };
}

function readCookie(header: string, name: string): string | null {
  return new RegExp(`(?:^|;) *${name}=([^;]*)`).exec(header)?.[1]?.trim() ?? null;
}
