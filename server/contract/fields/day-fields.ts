import * as v from 'valibot';
import { isDay } from '#contract/values/day.ts';

/** Said of a text that is no calendar day. */
export const NO_DAY = 'Please enter a valid date.';

/** A day of birth, `YYYY-MM-DD`, or null: it is the same day everywhere. */
export const optionalBirthday = optionalDayOf(isPast, 'This day has not come yet.');
/** A day up to the year 2100, `YYYY-MM-DD`, or null. */
export const optionalDay = optionalDayOf((day) => day < '2101', NO_DAY);

/* @__NO_SIDE_EFFECTS__ */
function optionalDayOf(isTaken: (day: string) => boolean, message: string) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.transform((value) => value.trim() || null),
        v.nullable(v.pipe(v.string(), v.check(isDay, NO_DAY), v.check(isTaken, message))),
      ),
    ),
    null,
  );
}

/** Somewhere it is already tomorrow. */
function isPast(day: string): boolean {
  return Date.parse(day) <= Date.now() + 24 * 60 * 60_000;
}

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
          v.check((value) => isDay(value.replace(TIME, '')), NO_DAY),
        ),
      ),
    ),
  ),
  null,
);

const TIME = /T([01]\d|2[0-3]):[0-5]\d$/;
