// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type LanguageClues,
  languageCookies,
  wantedLanguageOf,
} from '#contract/fields/language.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import { chooseLanguage, wantedLanguage } from './language.ts';

beforeEach(() => {
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  for (const name of ['i18next', 'i18next_chosen'])
    setCookie(`${name}=; expires=${new Date(0).toUTCString()}`);
  document.documentElement.lang = '';
  browserSpeaks('pl-PL');
});

afterEach(() => vi.restoreAllMocks());

test.each<[name: string, clues: LanguageClues, language: Language]>([
  ['K-06 ?lang= wins over everything', { query: 'de', chosen: 'fr', browser: ['es'] }, 'de'],
  ['K-06 ?lang=xx is ignored', { query: 'xx', browser: ['es'] }, 'es'],
  ['K-06 ?lang=de-AT is no exact value', { query: 'de-AT', browser: ['es'] }, 'es'],
  ['I-04 a choice wins over the browser', { chosen: 'fr', browser: ['es'] }, 'fr'],
  ['I-02 the browser wins over a cookie', { browser: ['es-ES'], cookie: 'de' }, 'es'],
  ['I-02 the next language of the browser counts', { browser: ['pl', 'de-AT', 'fr'] }, 'de'],
  ['I-02 the cookie wins over local storage', { cookie: 'de', local: 'fr' }, 'de'],
  ['I-02 local storage wins over session storage', { local: 'fr', session: 'it' }, 'fr'],
  ['I-02 session storage wins over the html tag', { session: 'it', html: 'es' }, 'it'],
  ['I-02 the html tag comes last', { browser: ['pl'], html: 'es' }, 'es'],
  ['I-01 English is the fallback', { browser: ['pl'], cookie: 'xx', html: 'nl' }, 'en'],
  ['I-01 nothing at all is English', {}, 'en'],
  ['I-01 upper case and underscores are normalised', { browser: ['IT_CH'] }, 'it'],
])('%s', (_name, clues, language) => {
  expect(wantedLanguageOf(clues)).toBe(language);
});

test('Q-03 a language cookie without the marker was not chosen by hand', () => {
  expect(languageCookies('a=b; i18next=de')).toEqual({ cookie: 'de', chosen: null });
  expect(languageCookies('i18next=de; i18next_chosen=1')).toEqual({ cookie: 'de', chosen: 'de' });
  expect(languageCookies('i18next=de;i18next_chosen=0')).toEqual({ cookie: 'de', chosen: null });
  expect(languageCookies('i18next_chosen=1')).toEqual({ cookie: null, chosen: null });
  expect(languageCookies('')).toEqual({ cookie: null, chosen: null });
});

test('Q-03 looking for the language writes nothing', () => {
  browserSpeaks('es-ES');
  expect(wantedLanguage()).toBe('es');
  expect(document.cookie).toBe('');
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
});

test('I-02 every place of the browser is asked', () => {
  document.documentElement.lang = 'it';
  expect(wantedLanguage()).toBe('it');
  sessionStorage.setItem('i18nextLng', 'fr');
  expect(wantedLanguage()).toBe('fr');
  localStorage.setItem('i18nextLng', 'es');
  expect(wantedLanguage()).toBe('es');
  setCookie('i18next=de');
  expect(wantedLanguage()).toBe('de');
  browserSpeaks('en-GB');
  expect(wantedLanguage()).toBe('en');
  history.replaceState(null, '', '/?lang=it');
  expect(wantedLanguage()).toBe('it');
});

test('I-02 a tab keeps the language of an address until a person chooses another', () => {
  browserSpeaks('en-GB');
  history.replaceState(null, '', '/?lang=it');
  expect(wantedLanguage()).toBe('it');
  history.replaceState(null, '', '/auth');
  expect(wantedLanguage()).toBe('it');
  chooseLanguage('de');
  expect(wantedLanguage()).toBe('de');
});

test('I-03 I-04 a choice is kept in local storage and cookies, and stands', () => {
  browserSpeaks('es-ES');
  chooseLanguage('de');
  expect(localStorage.getItem('i18nextLng')).toBe('de');
  expect(document.cookie).toContain('i18next=de');
  expect(document.cookie).toContain('i18next_chosen=1');
  expect(wantedLanguage()).toBe('de');
});

test.each([
  ['http:', false],
  ['https:', true],
])(
  'the cookies of a choice made over %s are for such a connection only: %s',
  (protocol, secure) => {
    const written = vi.spyOn(document, 'cookie', 'set');
    vi.spyOn(location, 'protocol', 'get').mockReturnValue(protocol);
    chooseLanguage('de');
    const cookies = written.mock.calls.map(([cookie]) => cookie);
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(/; secure$/.test(cookie)).toBe(secure);
  },
);

test('I-04 a choice stands on a campaign page: lang goes from the address, the rest stays', () => {
  history.replaceState({ kept: true }, '', '/?campaign_id=7&lang=es#contact');
  chooseLanguage('fr');
  expect(`${location.pathname}${location.search}${location.hash}`).toBe('/?campaign_id=7#contact');
  expect(history.state).toEqual({ kept: true });
  expect(wantedLanguage()).toBe('fr');
});

test('storage that is refused does not keep a page from its language', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  chooseLanguage('it');
  expect(wantedLanguage()).toBe('it');
});

function browserSpeaks(...languages: string[]): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
}

function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the browser's own way, as the product writes it
  document.cookie = `${cookie}; path=/`;
}

function refuse(): never {
  throw new DOMException('denied', 'SecurityError');
}
