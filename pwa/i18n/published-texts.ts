import type { Language } from '#contract/fields/vocabulary.ts';
import type { PublicSite, SiteField } from '#contract/site.ts';
import { publishedEverywhere, publishedSite } from '#pwa/lib/published-site.ts';
import type { Translate } from './text-context.tsx';
import type { Texts, TextValues } from './text-key.ts';

/** Shipped texts with the published ones in their places. Rejects when those cannot be loaded. */
export async function withPublished<T extends Texts>(language: Language, shipped: T): Promise<T> {
  const here = publishedSite();
  if (!here) return shipped;
  const texts = here.texts[language] ? here.texts : await publishedEverywhere();
  return overlaid(shipped, publishedTexts({ ...here, texts }, language));
}

/** The settings that take the place of texts, by the paths of those. */
export const SETTING_OF: Partial<Record<string, SiteField>> = {
  'brand.name': 'name',
  'statistics.players.value': 'players',
  'statistics.experience.value': 'experience',
  'statistics.countries.value': 'countries',
  'statistics.contracts.value': 'contracts',
};

/** The figures of the page, in their order. */
export const FIGURES = ['players', 'experience', 'countries', 'contracts'] as const;

/**
 * The figures and the place of the page for the texts that name them: `years` is "15+" as the band shows it,
 * `overYears` the same in words, "over 15".
 */
export function figuresOf(t: Translate): TextValues {
  const textOf = (figure: (typeof FIGURES)[number]) => t(`statistics.${figure}.value`);
  const inWords = (figure: 'players' | 'experience') => {
    const value = textOf(figure);
    const number = value.replace('+', '');
    return number === value ? value : t(`statistics.${figure}.over`, { number });
  };
  return {
    years: textOf('experience'),
    overYears: inWords('experience'),
    players: textOf('players'),
    overPlayers: inWords('players'),
    countries: textOf('countries'),
    value: textOf('contracts'),
    place: t('contact.location.place'),
  };
}

/** The published texts of a language by their paths. What the settings say wins over an edited text. */
export function publishedTexts(
  { settings, texts }: PublicSite,
  language: Language,
): Record<string, string> {
  const set = Object.entries(SETTING_OF).flatMap(([path, name]) => {
    const said = name && name !== 'email' && settings[name];
    return said ? [[path, said]] : [];
  });
  return { ...texts[language], ...Object.fromEntries(set) };
}

/** A copy of a tree with other texts at paths whose groups it has; other paths are left out. */
export function overlaid<T extends Texts>(tree: T, texts: Readonly<Record<string, string>>): T {
  const copy = structuredClone(tree);
  for (const [path, text] of Object.entries(texts)) {
    const keys = path.split('.');
    const last = keys.pop() ?? path;
    let at: string | Texts | undefined = copy;
    for (const key of keys) {
      at = typeof at === 'object' && Object.hasOwn(at, key) ? at[key] : undefined;
    }
    if (typeof at === 'object' && typeof at[last] !== 'object') at[last] = text;
  }
  return copy;
}

/**
 * Texts in use after a publication: what it has changed is new. A text that was edited in the view stays.
 *
 * @param before the published texts until then
 * @param after the published texts from then on
 */
export function rebased<T extends Texts>(inUse: T, before: Texts, after: Texts): T {
  const rebasedEntries = Object.entries(inUse).map(([key, value]) => {
    const old = before[key];
    const now = after[key];
    if (typeof value === 'string') return [key, value === old ? (now ?? value) : value];
    if (typeof old !== 'object' || typeof now !== 'object') return [key, value];
    return [key, rebased(value, old, now)];
  });
  return Object.fromEntries(rebasedEntries);
}
