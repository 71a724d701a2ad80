import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import {
  NO_CONTENT,
  publicSite,
  type SiteContent,
  type SiteVersionContent,
} from '#contract/site.ts';
import { currentTexts, shippedTexts } from '#pwa/i18n/all-texts.ts';
import type { TextStore } from '#pwa/i18n/i18n.ts';
import { FIGURES, publishedTexts } from '#pwa/i18n/published-texts.ts';
import type { Texts } from '#pwa/i18n/text-key.ts';
import { type OtherNumber, textsWithOtherNumbers } from '#pwa/lib/text/other-numbers.ts';
import type { Edits } from './entries.ts';
import { type Fault, faultOf } from './text-fault.ts';
import { leavesOf } from './text-tree.ts';

/** One text that a publication changes. */
export interface Change {
  language: Language;
  path: string;
  before: string;
  after: string;
  /** The placeholders or links in which the text differs from the original. */
  fault: Fault | null;
  /** A word of it breaks in two on the narrowest phone. */
  tooWide: boolean;
}

/** The content that would be published in place of `current`. */
export interface Publication {
  current: SiteVersionContent | null;
  content: SiteContent;
  changes: Change[];
  /** The owner's own texts that tell another number than the figures. */
  others: OtherNumber[];
}

/**
 * The server's texts with the changes of this page over them: typed ones, and ones saved for this view. Texts that others
 * have published meanwhile stay.
 */
export async function publicationOf(
  store: TextStore,
  edits: Readonly<Record<Language, Edits>>,
  current: SiteVersionContent | null,
): Promise<Publication> {
  const { settings, texts: standing } = current?.content ?? NO_CONTENT;
  const english = byPath(await shippedTexts('en'));
  const texts: SiteContent['texts'] = {};
  const changes: Change[] = [];
  const shippedIn = new Map<Language, Map<string, string>>();
  for (const language of LANGUAGE_CODES) {
    const [running, opened, shipped] = await Promise.all([
      store.read(language).then(byPath),
      currentTexts(language).then(byPath),
      shippedTexts(language).then(byPath),
    ]);
    shippedIn.set(language, shipped);
    const own = { ...standing[language] };
    for (const [path, text] of [...running, ...edits[language]]) {
      const after = edits[language].get(path) ?? text;
      const before = own[path] ?? shipped.get(path) ?? '';
      if (after === opened.get(path) || after === before) continue;
      const original = shipped.get(path) ?? '';
      if (after === original) delete own[path];
      else own[path] = after;
      const entry = { path, text: after, shipped: original, english: english.get(path) ?? '' };
      changes.push({
        language,
        path,
        before,
        after,
        fault: faultOf(entry, after),
        tooWide: isTooWide(path, after),
      });
    }
    if (Object.keys(own).length > 0) texts[language] = own;
  }
  const content = { settings, texts };
  const others = textsWithOtherNumbers(content, (language) => {
    const published = publishedTexts(publicSite(content), language);
    const paths = FIGURES.map((figure) => `statistics.${figure}.value`);
    return paths.map((path) => published[path] ?? shippedIn.get(language)?.get(path) ?? '');
  });
  return { current, content, changes, others };
}

function byPath(texts: Texts): Map<string, string> {
  return new Map(leavesOf(texts).map(({ path, text }) => [path, text]));
}

/** Large texts of the public page as a phone of 320 px shows them: a word that is wider breaks in two. */
const LARGE = [
  { paths: /^hero\.title$/, font: '600 38px', width: 288 },
  { paths: /^callToAction\.title$/, font: '600 38px', width: 288 },
  { paths: /^(about|services|testimonials|contact)\.title$/, font: '600 31px', width: 288 },
  { paths: /^services\.items\.\w+\.title$/, font: '600 24px', width: 248 },
  { paths: /^statistics\.\w+\.value$/, font: '600 28px', width: 136 },
] as const;

/** Measures a word in a font, in pixels. */
type Measure = (word: string, font: string) => number;

/** True if a word of a text is wider than its place on a phone of 320 px. */
export function isTooWide(path: string, text: string, measure: Measure = onCanvas): boolean {
  const large = LARGE.find(({ paths }) => paths.test(path));
  if (!large) return false;
  return text
    .split(/[ \n-]+/)
    .some((word) => measure(word, `${large.font} Fraunces, serif`) > large.width);
}

function onCanvas(word: string, font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = font;
  return context.measureText(word).width;
}
