/**
 * A text without what machines leave in it: HTML codes as letters, zero-width characters, direction marks and soft
 * hyphens. Joined emoji, joined scripts, right-to-left texts and long words keep theirs.
 */
export function cleanText(text: string): string {
  let clean = text;
  // `&amp;#39;` takes two rounds; each makes the text shorter.
  for (let next = cleanOnce(clean); next !== clean; next = cleanOnce(clean)) clean = next;
  return clean;
}

/** What `cleanText` takes out, each once, as a person can read it: `&#39;`, `U+200B`. */
export function marksIn(text: string): string[] {
  const marks = new Set<string>();
  cleanOnce(text, (mark) => marks.add(mark.length === 1 ? codeOf(mark) : mark));
  return [...marks];
}

/** In words of so many letters a soft hyphen helps a narrow phone. */
const LONG_WORD = 12;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  shy: '\u00AD',
  zwnj: '\u200C',
  zwj: '\u200D',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  iexcl: '¡',
  iquest: '¿',
  szlig: 'ß',
};
/** Accents of letters such as `&eacute;`. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
};
const accented = `([a-z])(${Object.keys(ACCENTS).join('|')})`;

/** Translators also put blanks into codes: `& # 39;`. */
const CODE = String.raw`&\s?(?:#\s?(\d{1,7}|x[\da-f]{1,6})|(${Object.keys(NAMED).join('|')})|${accented})\s?;`;
const EMOJI = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?\u200D(?=\p{Extended_Pictographic})`;
const JOINED = String.raw`(?!\p{Script=Latin})\p{L}\p{M}*[\u200C\u200D]`;
const WORD = String.raw`[\p{L}\p{M}]+(?:\u00AD[\p{L}\p{M}]+)+`;
const DIRECTION = String.raw`[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]`;
const INVISIBLE = String.raw`[\u00AD\u180E\u200B-\u200D\u2060-\u2064\uFEFF]`;
const FOUND = new RegExp(
  `${CODE}|(?<stays>${EMOJI}|${JOINED})|(?<word>${WORD})|(?<direction>${DIRECTION})|${INVISIBLE}`,
  'giu',
);

function cleanOnce(text: string, onMark: (mark: string) => void = () => {}): string {
  const isRightToLeft = RIGHT_TO_LEFT.test(text);
  return text.replace(FOUND, (...found) => {
    const [match, digits, name, letter, accent] = found as string[];
    const { stays, word, direction } = found.at(-1) as Record<string, string | undefined>;
    if (match === undefined || stays || (direction && isRightToLeft)) return match ?? '';
    if (word) {
      const letters = word.replaceAll('\u00AD', '');
      if (letters.length >= LONG_WORD) return word;
      onMark('\u00AD');
      return letters;
    }
    onMark(match);
    if (digits) return characterOf(digits.replace(/^x/i, '0x'));
    if (name) return NAMED[name.toLowerCase()] ?? '';
    return letter && accent ? (letter + ACCENTS[accent.toLowerCase()]).normalize('NFC') : '';
  });
}

/** The character of a number; none for controls and numbers of no character. */
function characterOf(digits: string): string {
  const code = Number(digits);
  const isCharacter = code >= 0x20 && code <= 0x10_ff_ff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '';
}

function codeOf(mark: string): string {
  return `U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
