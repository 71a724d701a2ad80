import type { Translate } from '#pwa/i18n/text-context.tsx';
import type { TextValues } from '#pwa/i18n/text-key.ts';

/** The figures of the page, in their order. */
export const FIGURES = ['players', 'experience', 'countries', 'contracts'] as const;
type Figure = (typeof FIGURES)[number];

/**
 * The figures and the place of the page for the texts that name them: `years` is "15+" as the band shows it,
 * `overYears` the same in words, "over 15".
 */
export function figuresOf(t: Translate): TextValues {
  const textOf = (figure: Figure) => t(`statistics.${figure}.value`);
  const inWords = (figure: 'players' | 'experience') => {
    const value = textOf(figure);
    const number = value.replace('+', '');
    return number === value ? value : t(`statistics.${figure}.over`, { number });
  };
  return {
    years: textOf('experience'),
    overYears: inWords('experience'),
    overPlayers: inWords('players'),
    countries: textOf('countries'),
    place: t('contact.location.place'),
  };
}
