import * as v from 'valibot';
import { isEatenNumber } from '#contract/values/eaten-number.ts';
import { canonicalEmail } from '#contract/values/email.ts';
import { trimmedName, visiblePart } from '#contract/values/plain-text.ts';
import type { Growing } from './vocabulary.ts';

/** The longest texts that are stored, in UTF-16 code units. */
export const SHORT_TEXT = 300;
export const LONG_TEXT = 10_000;

/** Said of any text beyond its bound. */
export const TOO_LONG = 'This text is too long.';

/** The bytes that a value takes in a JSON body. */
export function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
}

/** A text that both databases store unchanged: no NUL, no half of a surrogate pair. */
export const text = v.pipe(
  v.string(),
  v.check((value) => !value.includes('\0') && !LONE_SURROGATE.test(value), 'Invalid characters.'),
);
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A required text: trimmed, 1 to 300, something of it visible. */
export const requiredText = v.pipe(
  text,
  v.trim(),
  v.check((value) => visiblePart(value) !== '', 'This field is required.'),
  v.maxLength(SHORT_TEXT, TOO_LONG),
);

/** A person's name: at least two visible characters. The message differs between the forms. */
/* @__NO_SIDE_EFFECTS__ */
export function nameField(message: string) {
  return v.pipe(
    text,
    v.transform(trimmedName),
    v.minLength(2, message),
    v.check((value) => visiblePart(value).length >= 2, message),
    v.maxLength(SHORT_TEXT, TOO_LONG),
  );
}

/** An optional text, trimmed; missing, null and blank all become null. */
export const optionalText = optional(SHORT_TEXT);
/** Optional phone numbers as they were typed; what a spreadsheet has made of one is none. */
export const optionalPhone = optional(
  SHORT_TEXT,
  (value) => !isEatenNumber(value),
  'A spreadsheet has replaced digits of this number. Please enter it again.',
);
/** An optional long text, trimmed; missing, null and blank all become null. */
export const optionalLongText = optional(LONG_TEXT);
/** Optional notes, trimmed: room for the four long texts, the name and the labels that a conversion puts together. */
export const optionalNotes = optional(4 * LONG_TEXT + SHORT_TEXT + 800);

/** An optional name: of two visible characters, as `nameField`, or null. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalName(message: string) {
  const isName = (value: string) => !value || visiblePart(value).length >= 2;
  return optional(SHORT_TEXT, isName, message, v.transform(trimmedName));
}

/* @__NO_SIDE_EFFECTS__ */
function optional(
  max: number,
  isTaken = (_: string) => true,
  message = '',
  trim: v.TrimAction | v.TransformAction<string, string> = v.trim(),
) {
  return v.optional(
    v.nullable(
      v.pipe(
        text,
        trim,
        v.maxLength(max, TOO_LONG),
        v.check(isTaken, message),
        v.transform((value) => value || null),
      ),
    ),
    null,
  );
}

/** An optional word of a list; missing, null and '' all become null. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalWord<const Word extends string>(words: readonly Word[], message?: string) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.transform((value) => value.trim() || null),
        v.nullable(v.picklist(words, message)),
      ),
    ),
    null,
  );
}

/**
 * An e-mail address that can be answered: in its canonical form, its domain with a dot, because `ana@gmail`
 * reaches no person. The message differs between the forms.
 */
/* @__NO_SIDE_EFFECTS__ */
export function emailField(message: string) {
  return v.pipe(
    text,
    v.transform(canonicalEmail),
    v.maxLength(254, message),
    v.rfcEmail(message),
    v.regex(/@[^@]+\.[^.]{2,}$/, message),
  );
}

/** An e-mail address, or '' for none: never null, because older pages take no null for it. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalEmail(message: string) {
  const none = v.pipe(v.string(), v.trim(), v.maxLength(0, message));
  return v.union([none, emailField(message)], message);
}

/** The field of a whole number from `least` to `most`, or null. A form and a file give it as text. */
export function wholeNumber(least: number, most: number) {
  const message = `Please enter a whole number from ${least} to ${most}.`;
  const inBounds = v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
  const text = v.pipe(
    v.string(),
    v.transform((value) => (value.trim() === '' ? null : wholeNumberIn(value))),
    v.nullable(inBounds),
  );
  const draft = v.optional(v.nullable(v.union([inBounds, text], message)), null);
  return { draft, row: v.nullable(v.number()), type: 'number', bounds: [least, most] } as const;
}

/** The number that a text writes in digits, such as `185` or `185 cm`; NaN if it writes none. */
export function wholeNumberIn(text: string): number {
  const [, digits] = /^\s*(\d+)\s*\p{L}*\s*$/u.exec(text) ?? [];
  return Number(digits);
}

/**
 * In replies: a word of a list that may grow. Any other word passes, because a phone may be older than
 * its server, and one new word must not make it refuse a whole page of rows.
 */
export function growing<const Word extends string>(
  _words: readonly Word[],
): v.GenericSchema<Growing<Word>> {
  return v.string();
}

/** An instant: ISO 8601 in UTC, milliseconds and Z, as `Date.toISOString()` writes it. */
export const instant = v.pipe(v.string(), v.isoTimestamp());

/** A positive 32-bit integer id in a path. Anything else is an unknown id: a 404. */
export const intId = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,9}$/),
  v.transform(Number),
  v.maxValue(2_147_483_647),
);

/** The id of a row that was made by the database. */
export const rowId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647));

/** A UUID of any version, in lower case. */
export const uuid = v.pipe(
  v.string(),
  v.transform((id) => id.toLowerCase()),
  v.uuid(),
);

/** In the reply of a write: the record was as the write wants it before. Absent otherwise. */
export const already = v.optional(v.literal(true));
