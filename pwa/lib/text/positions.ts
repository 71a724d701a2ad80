import { foldText } from '#contract/values/fold-text.ts';

/**
 * What people write for each position, folded (`foldText`): the words of the product's five languages, other common
 * ones and the short forms. A club and a player rarely write in the same language.
 */
export const POSITION_WORDS = {
  goalkeeper: [
    'goalkeeper',
    'keeper',
    'torwart',
    'torhuter',
    'portero',
    'arquero',
    'gardien de but',
    'gardien',
    'portiere',
    'gk',
    'tw',
  ],
  rightBack: [
    'right back',
    'rechtsverteidiger',
    'lateral derecho',
    'lateral droit',
    'terzino destro',
    'rb',
    'rv',
  ],
  centreBack: [
    'centre back',
    'center back',
    'centre half',
    'innenverteidiger',
    'defensa central',
    'zaguero',
    'defenseur central',
    'difensore centrale',
    'cb',
    'iv',
    'dc',
  ],
  leftBack: [
    'left back',
    'linksverteidiger',
    'lateral izquierdo',
    'lateral gauche',
    'terzino sinistro',
    'lb',
    'lv',
  ],
  defensiveMidfielder: [
    'defensive midfielder',
    'holding midfielder',
    'defensives mittelfeld',
    'sechser',
    'mediocentro defensivo',
    'pivote',
    'milieu defensif',
    'mediano',
    'dm',
    'cdm',
    'zdm',
  ],
  centralMidfielder: [
    'central midfielder',
    'zentrales mittelfeld',
    'achter',
    'mediocentro',
    'milieu central',
    'centrocampista centrale',
    'mezzala',
    'cm',
    'zm',
  ],
  attackingMidfielder: [
    'attacking midfielder',
    'offensives mittelfeld',
    'zehner',
    'mediapunta',
    'enganche',
    'milieu offensif',
    'trequartista',
    'am',
    'cam',
    'zom',
  ],
  rightWinger: [
    'right winger',
    'right wing',
    'rechtsaussen',
    'extremo derecho',
    'ailier droit',
    'ala destra',
    'rw',
    'ra',
  ],
  leftWinger: [
    'left winger',
    'left wing',
    'linksaussen',
    'extremo izquierdo',
    'ailier gauche',
    'ala sinistra',
    'lw',
    'la',
  ],
  secondStriker: [
    'second striker',
    'hangende spitze',
    'segundo delantero',
    'second attaquant',
    'seconda punta',
    'ss',
  ],
  striker: [
    'striker',
    'centre forward',
    'center forward',
    'mittelsturmer',
    'sturmer',
    'delantero centro',
    'delantero',
    'avant-centre',
    'prima punta',
    'centravanti',
    'st',
    'cf',
    'ms',
  ],
} as const;
export type Position = keyof typeof POSITION_WORDS;

const WORDS = Object.entries(POSITION_WORDS)
  .flatMap(([position, words]) => words.map((word) => [word, position as Position] as const))
  // "second striker" is no "striker".
  .sort(([one], [other]) => other.length - one.length);

/** The position that a text is the word for, in any language; undefined if it says more, or something else. */
export function positionOf(text: string): Position | undefined {
  const folded = foldText(text.trim());
  return WORDS.find(([word]) => word === folded)?.[1];
}

/** The positions that a text names, in any language; none if it has no word for one. */
export function positionsIn(text: string): ReadonlySet<Position> {
  const found = new Set<Position>();
  let rest = ` ${foldText(text).replace(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  for (const [word, position] of WORDS) {
    if (!rest.includes(` ${word} `)) continue;
    found.add(position);
    rest = rest.replaceAll(` ${word} `, '  ');
  }
  return found;
}
