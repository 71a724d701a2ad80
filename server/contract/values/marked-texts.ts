import type { SiteContent, SiteSettings } from '#contract/site.ts';
import { marksIn } from './clean-text.ts';

/** The names of the settings that hold what a machine left, such as `city` and `quotes.0.text`. */
export function markedSettings({ quotes, shownPlayers = [], ...settings }: SiteSettings): string[] {
  const inEach = (list: string, entries: readonly Record<string, unknown>[]) =>
    entries.flatMap((entry, at) => namesOfMarked(entry).map((name) => `${list}.${at}.${name}`));
  return [
    ...namesOfMarked(settings),
    ...inEach('quotes', quotes),
    ...inEach(
      'shownPlayers',
      shownPlayers.map(({ lines, ...player }) => {
        const named = Object.entries(lines).map(([language, line]) => [`lines.${language}`, line]);
        return { ...player, ...Object.fromEntries(named) };
      }),
    ),
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
