import { createInstance, type i18n } from 'i18next';
import { LANGUAGES, type Language } from '#contract/vocabulary.ts';
import { loadSiteTexts } from './site-texts.ts';
import type { LegalTexts, OfficeTexts, SiteTexts, Texts } from './text-key.ts';

/** All texts of one language. The three files have no group in common. */
export type AllTexts = SiteTexts & OfficeTexts & LegalTexts;

const NAMESPACE = 'texts';

const OFFICE: Record<Language, () => Promise<OfficeTexts>> = {
  en: () => import('./locales/en/office.json').then(({ default: texts }) => texts),
  de: () => import('./locales/de/office.json').then(({ default: texts }) => texts),
  es: () => import('./locales/es/office.json').then(({ default: texts }) => texts),
  fr: () => import('./locales/fr/office.json').then(({ default: texts }) => texts),
  it: () => import('./locales/it/office.json').then(({ default: texts }) => texts),
};
const LEGAL: Record<Language, () => Promise<LegalTexts>> = {
  en: () => import('./locales/en/legal.json').then(({ default: texts }) => texts),
  de: () => import('./locales/de/legal.json').then(({ default: texts }) => texts),
  es: () => import('./locales/es/legal.json').then(({ default: texts }) => texts),
  fr: () => import('./locales/fr/legal.json').then(({ default: texts }) => texts),
  it: () => import('./locales/it/legal.json').then(({ default: texts }) => texts),
};

/** The texts of a language as they were shipped. Rejects when they cannot be loaded. */
export async function shippedTexts(language: Language): Promise<AllTexts> {
  const [site, office, legal] = await Promise.all([
    loadSiteTexts(language),
    OFFICE[language](),
    LEGAL[language](),
  ]);
  return { ...site, ...office, ...legal };
}

/** The router app's texts: i18next with the languages that were asked for, English as fallback. */
export interface TextStore {
  i18n: i18n;
  /**
   * Shows a language; its texts are loaded first. Rejects when that fails, and nothing changes.
   * False when yet another language was asked for meanwhile.
   */
  show(language: Language): Promise<boolean>;
  /** A copy of a language's texts as the running view has them: shipped, or edited since. */
  read(language: Language): Promise<Texts>;
  /** Puts other texts of a language into the running view, until reload. */
  edit(language: Language, texts: Texts): void;
}

/**
 * Makes the texts of the router app ready in one language. English follows in the background: every
 * language is complete (locales.test.ts), so the first view does not wait for a fallback.
 * Rejects when the language's texts cannot be loaded.
 */
export async function openTexts(language: Language): Promise<TextStore> {
  const instance = createInstance();
  await instance.init({
    lng: language,
    fallbackLng: LANGUAGES[0],
    supportedLngs: LANGUAGES,
    ns: NAMESPACE,
    defaultNS: NAMESPACE,
    nsSeparator: false,
    resources: { [language]: { [NAMESPACE]: await shippedTexts(language) } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added' },
  });
  if (language !== LANGUAGES[0]) void load(instance, LANGUAGES[0]).catch(console.error);

  let newest = language;
  return {
    i18n: instance,
    async show(next) {
      newest = next;
      await load(instance, next);
      if (newest !== next) return false;
      await instance.changeLanguage(next);
      return true;
    },
    async read(wanted) {
      await load(instance, wanted);
      return structuredClone(instance.getResourceBundle(wanted, NAMESPACE));
    },
    edit(edited, texts) {
      instance.addResourceBundle(edited, NAMESPACE, texts, false, true);
    },
  };
}

/** Puts the shipped texts of a language in, unless texts of it are there. */
async function load(instance: i18n, language: Language): Promise<void> {
  if (instance.hasResourceBundle(language, NAMESPACE)) return;
  const texts = await shippedTexts(language);
  if (instance.hasResourceBundle(language, NAMESPACE)) return;
  instance.addResourceBundle(language, NAMESPACE, texts, false, true);
}
