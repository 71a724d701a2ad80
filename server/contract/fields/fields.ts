import * as v from 'valibot';
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

/** A required text: trimmed, 1 to 300. */
export const requiredText = v.pipe(
  text,
  v.trim(),
  v.nonEmpty('This field is required.'),
  v.maxLength(SHORT_TEXT, TOO_LONG),
);

/** An optional text, trimmed; missing, null and blank all become null. */
export const optionalText = optional(SHORT_TEXT);
/** An optional long text, trimmed; missing, null and blank all become null. */
export const optionalLongText = optional(LONG_TEXT);
/** Optional notes, trimmed: room for the three long texts that a conversion puts together. */
export const optionalNotes = optional(3 * LONG_TEXT + 100);

/* @__NO_SIDE_EFFECTS__ */
function optional(max: number) {
  return v.optional(
    v.nullable(
      v.pipe(
        text,
        v.trim(),
        v.maxLength(max, TOO_LONG),
        v.transform((value) => value || null),
      ),
    ),
    null,
  );
}

/** An optional word of a list; missing, null and '' all become null. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalWord<const Word extends string>(words: readonly Word[]) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.transform((value) => value.trim() || null),
        v.nullable(v.picklist(words)),
      ),
    ),
    null,
  );
}

/**
 * An e-mail address that can be answered: trimmed, its domain with a dot, because `ana@gmail` reaches
 * nobody. The message differs between the forms.
 */
/* @__NO_SIDE_EFFECTS__ */
export function emailField(message: string) {
  return v.pipe(
    text,
    v.trim(),
    v.maxLength(254, message),
    v.rfcEmail(message),
    v.regex(/@[^@]+\.[^.]{2,}$/, message),
  );
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

/** A calendar day without a time zone, `YYYY-MM-DD`, or null: it is the same day everywhere. */
export const optionalDay = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.transform((value) => value.trim() || null),
      v.nullable(v.pipe(v.string(), v.check(isDay, 'Please enter a valid date.'))),
    ),
  ),
  null,
);

/**
 * A calendar day with or without a time of it, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, or null. It has no time
 * zone: it is that time wherever the person is then.
 */
export const optionalDayOrTime = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.transform((value) => value.trim() || null),
      v.nullable(
        v.pipe(
          v.string(),
          v.check((value) => isDay(value.replace(TIME, '')), 'Please enter a valid date.'),
        ),
      ),
    ),
  ),
  null,
);

const TIME = /T([01]\d|2[0-3]):[0-5]\d$/;

function isDay(value: string): boolean {
  const at = new Date(`${value}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(value) &&
    value >= '1900-01-01'
  );
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
export const uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid());

/** In the reply of a write: the record was as the write wants it before. Absent otherwise. */
export const already = v.optional(v.literal(true));
