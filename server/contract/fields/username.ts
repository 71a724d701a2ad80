/**
 * Whether a name may be registered: the profile UsernameCaseMapped (RFC 8265, section 3.3), in short.
 * Letters, digits and combining marks of any script, the signs of ASCII, single spaces inside, and the dot
 * of a Catalan "l·l". Refused is what can make two names look alike: invisible and reordering characters,
 * other spaces and signs, compatibility forms (except wide ones, which are mapped), directions that
 * are mixed within a part, and scripts that are mixed, such as a Cyrillic `а` in `admin`. Stricter than the RFC: no
 * joiners, no Greek, Hebrew or Japanese signs.
 */
export function isUsername(name: string): boolean {
  const mapped = name.trim().replace(WIDE, compatible).toLowerCase().normalize('NFC');
  if (mapped !== compatible(mapped) || mixesScripts(mapped)) return false;
  return mapped.split(' ').every((part) => PART.test(part) && hasOneDirection(part));
}

/** Scripts whose letters look like letters of another; names in Chinese, Japanese or Korean may have Latin letters. */
const ALIKE = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Cherokee',
  'Coptic',
  'Hebrew',
  'Arabic',
];
const OWN = ALIKE.map((script) => new RegExp(`\\p{Script=${script}}`, 'gu'));
const BESIDE_LATIN =
  /[\p{Script=Han}\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}\p{Script=Bopo}ー]/gu;

/** Whether a name has letters of such a script and of another: UTS 39, "highly restrictive". */
function mixesScripts(name: string): boolean {
  const letters = name.replace(/\P{L}/gu, '');
  return OWN.some((script, at) => {
    const others = letters.replace(script, '');
    if (others.length === letters.length) return false;
    return (at === 0 ? others.replace(BESIDE_LATIN, '') : others) !== '';
  });
}

const WIDE = /[\u3000\uFF01-\uFFEF]/g;
const PART =
  /^(?:(?!\p{Default_Ignorable_Code_Point})[\x21-\x7E\p{L}\p{Mn}\p{Mc}\p{Nd}]|(?<=l)·(?=l))+$/u;

/** Written from right to left. */
const RIGHT_TO_LEFT = String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}`;
const HAS_RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u');
const ALL_RIGHT_TO_LEFT = new RegExp(
  `^[${RIGHT_TO_LEFT}](?:[${RIGHT_TO_LEFT}\\p{Mn}\\p{Nd}]|(?![a-z])[\\x21-\\x7E])*(?<=[${RIGHT_TO_LEFT}\\p{Mn}\\p{Nd}])$`,
  'u',
);

/** The rule of RFC 5893, section 2, in short. */
function hasOneDirection(part: string): boolean {
  return !HAS_RIGHT_TO_LEFT.test(part) || ALL_RIGHT_TO_LEFT.test(part);
}

function compatible(text: string): string {
  return text.normalize('NFKC');
}
