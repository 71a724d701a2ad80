import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { foldText } from './fold-text.ts';

/**
 * The countries of Europe that the map of the public page can mark, by ISO 3166-1: where their capitals stand on
 * `europe.svg`, in its units. A Lambert conformal conic projection, which fits the drawn twelve within one unit.
 */
const CAPITALS = {
  AD: [190, 406],
  AL: [431, 423],
  AT: [371, 307],
  BA: [404, 379],
  BE: [235, 263],
  BG: [469, 389],
  BY: [474, 188],
  CH: [268, 333],
  CZ: [346, 276],
  DE: [333, 235],
  DK: [321, 180],
  EE: [426, 100],
  ES: [117, 433],
  FI: [425, 87],
  FR: [210, 296],
  GB: [188, 248],
  GR: [491, 470],
  HR: [371, 349],
  HU: [404, 315],
  IE: [129, 205],
  IT: [332, 420],
  LI: [292, 330],
  LT: [448, 180],
  LU: [254, 286],
  LV: [429, 144],
  MC: [266, 389],
  MD: [519, 301],
  ME: [418, 403],
  MK: [447, 406],
  MT: [366, 525],
  NL: [243, 237],
  NO: [302, 107],
  PL: [413, 231],
  PT: [38, 447],
  RO: [497, 352],
  RS: [427, 360],
  SE: [367, 112],
  SI: [353, 346],
  SK: [380, 307],
  SM: [329, 385],
  TR: [592, 404],
  UA: [521, 238],
  XK: [442, 395],
} as const satisfies Record<string, readonly [x: number, y: number]>;
export type CountryCode = keyof typeof CAPITALS;

export const COUNTRY_CODES = Object.keys(CAPITALS) as CountryCode[];

/** The path of an SVG that has a dot at each capital, if its line has round caps; empty for no country. */
export function marksOf(countries: readonly CountryCode[]): string {
  return countries.map((code) => `M${CAPITALS[code].join(' ')}h0`).join('');
}

/**
 * A place or an address whose end names a country, with the name of that in another language: `Sevilla, España` is
 * `Sevilla, Spanien`. Others stay as they are.
 */
export function placeIn(place: string, language: Language): string {
  const { code, rest } = countryIn(place);
  return code ? `${rest} ${namesIn(language).of(code)}`.trim() : place;
}

/** Splits `Sevilla, Spanien` into the country's code, `ES`, and the rest, `Sevilla,`. No code if it names no country. */
export function countryIn(place: string): { code: string | undefined; rest: string } {
  const start = place.lastIndexOf(',') + 1;
  regions ??= regionsByName();
  const code = regions.get(foldText(place.slice(start).trim()));
  return { code, rest: code ? place.slice(0, start) : place };
}

/** The codes of all regions by their names in the languages of the site; made when they are first wanted. */
let regions: ReadonlyMap<string, string> | undefined;

function regionsByName(): ReadonlyMap<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  return new Map(
    LANGUAGE_CODES.flatMap((language) => {
      const names = namesIn(language);
      return codes.flatMap((code): [string, string][] => {
        const name = names.of(code);
        return name ? [[foldText(name), code]] : [];
      });
    }),
  );
}

function namesIn(language: Language): Intl.DisplayNames {
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
}
