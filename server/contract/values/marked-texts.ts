import type { SiteContent, SiteSettings } from '#contract/site.ts';
import { marksIn } from './clean-text.ts';

/** The names of the settings that hold what a machine left, such as `city` and `quotes.0.text`. */
export function markedSettings({ quotes, ...settings }: SiteSettings): string[] {
  return [
    ...namesOfMarked(settings),
    ...quotes.flatMap((quote, at) => namesOfMarked(quote).map((name) => `quotes.${at}.${name}`)),
  ];
}

/** The paths of the texts that do, by language: `de.hero.title`. */
export function markedTexts(texts: SiteContent['texts']): string[] {
  return Object.entries(texts).flatMap(([language, own]) =>
    namesOfMarked(own).map((path) => `${language}.${path}`),
  );
}

function namesOfMarked(texts: Record<string, unknown>): string[] {
  return Object.keys(texts).filter((name) => {
    const text = texts[name];
    return typeof text === 'string' && marksIn(text).length > 0;
  });
}
