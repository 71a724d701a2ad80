import { EATEN } from './eaten-number.ts';
import { withLatinDigits, withoutMarks } from './plain-text.ts';

/** A phone number in a text. */
export interface TypedNumber {
  /** As it was typed, and where. */
  typed: string;
  index: number;
  /** Digits only: after `+` with the code of the country, otherwise as they are dialled within it. */
  number: string;
}

/** A shorter one names no single person, a longer one is no number (E.164). */
const FEWEST_DIGITS = 7;
const MOST_DIGITS = 15;
/** From so many digits on, a slash ends a number: what follows is another, or another extension. */
const WHOLE = 9;

/**
 * The phone numbers in a text, each for itself: `0157/71234567` is one, `0157 71234567 / 0157 71234568` are two.
 *
 * @param fewest digits of a number: fewer for one that is being typed
 */
export function numbersIn(text: string, fewest = FEWEST_DIGITS): TypedNumber[] {
  if (!/\d|[^ -~]/.test(text)) return [];
  const { plain, places } = plainOf(text);
  const found: TypedNumber[] = [];
  for (const { 0: run, index: start } of plain.matchAll(RUN)) {
    if (run.length < fewest) continue;
    const lacksPlus = /^\d/.test(run) && CHAT.test(plain.slice(Math.max(0, start - 7), start));
    let from = start;
    for (const piece of piecesOf(run)) {
      const number = numberOf(lacksPlus ? `+${piece}` : piece);
      const digits = digitsOf(number);
      if (digits >= fewest && digits <= MOST_DIGITS) {
        const [lead = ''] = /^[^+\d(]*/.exec(piece) ?? [];
        const typed = piece
          .slice(lead.length)
          .replace(piece.includes('(') ? /[^\d)]+$/ : /\D+$/, '');
        const first = from + lead.length;
        const index = places?.[first] ?? first;
        const last = first + typed.length - 1;
        found.push({ typed: text.slice(index, (places?.[last] ?? last) + 1), index, number });
      }
      from += piece.length;
    }
  }
  return found;
}

/** Whether a number names its country. A chat with any other number may be a stranger's. */
export function hasCountryCode(number: string): boolean {
  return number.startsWith('+');
}

/** The digits of a number within its country, without the zero before them. */
export function nationalPart(number: string): string {
  return number.replace(COUNTRY_CODE, '').replace(/^0+/, '');
}

/** From a sign of a number on, as far as one may reach. */
const RUN = /(?:\(?\+\s*)?[\d(][\d ()./-]*/g;

/** Before a number in the address of a WhatsApp chat: the code of the country follows, without its plus. */
const CHAT = /(?:wa\.me\/|[?&]phone=)$/i;

/** ITU E.164: one digit, two, or three. */
const COUNTRY_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** In these countries, as Italy, numbers may begin with a zero; in others it is dialled only within the country. */
const KEEPS_ZERO = /^\+(?:39|22[569]|24[12]|250|378|992)/;

function numberOf(piece: string): string {
  const number = piece
    .replace(/[^+\d]/g, '')
    .replace(/^\+?00+/, '+')
    .replace(/^\+0/, '0');
  const [code] = COUNTRY_CODE.exec(number) ?? [];
  return code && !KEEPS_ZERO.test(number)
    ? code + number.slice(code.length).replace(/^0/, '')
    : number;
}

/** Text between numbers ends one that is long enough; the pieces together are the run. */
function piecesOf(run: string): string[] {
  const pieces: string[] = [];
  for (const part of run.split(/(?=\/|\. |(?<= )- | 0(?=\d))/)) {
    const before = pieces.at(-1);
    if (before === undefined || endsBefore(before, part)) pieces.push(part);
    else pieces[pieces.length - 1] = before + part;
  }
  return pieces;
}

function endsBefore(before: string, part: string): boolean {
  if (digitsIn(before) < FEWEST_DIGITS) return false;
  // Groups of one number may stand apart by blanks and dashes, and begin with a zero.
  if (digitsIn(before + part) > MOST_DIGITS) return true;
  return /^[/.]/.test(part) && (digitsIn(before) >= WHOLE || digitsIn(part) >= FEWEST_DIGITS);
}

function digitsIn(piece: string): number {
  return digitsOf(numberOf(piece));
}

function digitsOf(number: string): number {
  return number.length - (number.startsWith('+') ? 1 : 0);
}

/** The text in ASCII as far as numbers need it, and the place in the text of each of its letters if they differ. */
function plainOf(text: string): { plain: string; places: number[] | null } {
  let isMoved = false;
  const plain = text.replace(NOT_ASCII, (letter) => {
    const sign = plainLetter(letter);
    isMoved ||= sign.length !== letter.length;
    return sign;
  });
  return {
    plain: plain
      .replace(CARRIER, '0  ')
      .replace(EATEN, (eaten) => 'x'.repeat(eaten.length))
      .replace(DAY, (day) => 'x'.repeat(day.length)),
    places: isMoved ? placesOf(text) : null,
  };
}

/** Brazil's `0xx11`: the letters stand for the digits of any carrier. */
const CARRIER = /\b0xx(?=\d)/gi;

/** A day beside a number, such as `01.09.2026`, has as many digits as one. */
const DAY =
  /(?<![\d./-]|\+\d{1,3} )(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)(?![./-]?\d)/g;

const NOT_ASCII = /[^\0-\x7F]/gu;

function placesOf(text: string): number[] {
  let next = 0;
  return Array.from(text).flatMap((letter) => {
    const place = next;
    next += letter.length;
    return Array<number>(plainLetter(letter).length).fill(place);
  });
}

function plainLetter(letter: string): string {
  const known = plainLetters.get(letter);
  if (known !== undefined) return known;
  const plain = withLatinDigits(withoutMarks(letter).normalize('NFKC')).replace(
    /\p{Pd}|\u2212/gu,
    '-',
  );
  plainLetters.set(letter, plain);
  return plain;
}

const plainLetters = new Map<string, string>();
