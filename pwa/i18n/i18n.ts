import { createInstance, type i18n } from 'i18next';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import type { PublicSite } from '#contract/site.ts';
import { lazyPart } from '#pwa/lib/lazy-part.ts';
import { setPublishedSite } from '#pwa/lib/published-site.ts';
import { tellTimesIn } from '#pwa/lib/time/dates.ts';
import { officeTexts } from './office-texts.ts';
import { rebased } from './published-texts.ts';
import type { TextKey, Texts, TextValues } from './text-key.ts';
import { translate } from './translate.ts';

const NAMESPACE = 'texts';
const allTexts = lazyPart(() => import('./all-texts.ts'));

/**
 * The router app's texts: i18next with the languages that are loaded so far, English as fallback. Legal texts come with
 * the page that edits them.
 */
export interface TextStore {
  i18n: i18n;
  /** A text of a loaded language. Not i18next's own lookup: that is a quarter of the first render. */
  translate(language: Language, key: TextKey, values?: TextValues): string;
  /**
   * Shows a language after its texts are loaded. Rejects when that fails, and nothing changes.
   * False when a later call asked for another language meanwhile.
   */
  show(language: Language): Promise<boolean>;
  /** A copy of all texts of a language as the running view has them: published, or edited since. */
  read(language: Language): Promise<Texts>;
  /** Puts other texts of a language into the running view, until reload. */
  edit(language: Language, texts: Texts): void;
  /** Shows what this page has published itself, in every open tab. Edited texts stay in their view. */
  follow(published: PublicSite): Promise<void>;
}

/**
 * Loads the texts of one language for the router app. English follows in the background: every
 * language is complete (locales.test.ts), so the first view does not wait for the fallback.
 * Rejects when the language's texts cannot be loaded.
 */
export async function openTexts(language: Language): Promise<TextStore> {
  const instance = createInstance();
  instance.on('languageChanged', tellTimesIn);
  await instance.init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: LANGUAGE_CODES,
    ns: NAMESPACE,
    defaultNS: NAMESPACE,
    nsSeparator: false,
    resources: { [language]: { [NAMESPACE]: await officeTexts(language) } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added' },
  });
  if (language !== DEFAULT_LANGUAGE) void load(instance, DEFAULT_LANGUAGE).catch(console.error);

  const textsOf = (wanted: Language): Texts | undefined =>
    instance.getResourceBundle(wanted, NAMESPACE);
  // English names the phone in the hand, where the other languages say device; a computer is none.
  const wide = matchMedia('(min-width: 48rem)');
  let newest = language;
  const tabs = publishingTabs();
  if (tabs) tabs.onmessage = ({ data }) => void take(data).catch(console.error);
  return {
    i18n: instance,
    translate(shown, key, values) {
      const text = translate(textsOf(shown) ?? {}, textsOf(DEFAULT_LANGUAGE), shown, key, values);
      return shown === 'en' && wide.matches
        ? text.replace('on this phone', 'on this device')
        : text;
    },
    async show(next) {
      newest = next;
      await load(instance, next);
      if (newest !== next) return false;
      await instance.changeLanguage(next);
      return true;
    },
    async read(wanted) {
      const { currentTexts } = await allTexts();
      const published = await currentTexts(wanted);
      return structuredClone({ ...published, ...textsOf(wanted) });
    },
    edit(edited, texts) {
      instance.addResourceBundle(edited, NAMESPACE, texts, false, true);
    },
    async follow(published) {
      await take(published);
      tabs?.postMessage(published);
    },
  };

  async function take(published: PublicSite): Promise<void> {
    const loaded = LANGUAGE_CODES.filter((one) => instance.hasResourceBundle(one, NAMESPACE));
    const { currentTexts } = await allTexts();
    const before = await Promise.all(loaded.map(currentTexts));
    setPublishedSite(published);
    const after = await Promise.all(loaded.map(currentTexts));
    for (const [at, one] of loaded.entries()) {
      const texts = rebased(textsOf(one) ?? {}, before[at] ?? {}, after[at] ?? {});
      instance.addResourceBundle(one, NAMESPACE, texts, false, true);
    }
  }
}

/** Carries what one tab has published to the others. */
function publishingTabs(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('published-site');
}

/** Adds the published texts of a language, unless the store has texts of it. */
async function load(instance: i18n, language: Language): Promise<void> {
  if (instance.hasResourceBundle(language, NAMESPACE)) return;
  const texts = await officeTexts(language);
  if (instance.hasResourceBundle(language, NAMESPACE)) return;
  instance.addResourceBundle(language, NAMESPACE, texts, false, true);
}
