import * as v from 'valibot';
import { DATED_KINDS } from '#contract/deadlines/windows.ts';
import { endpoint } from '#contract/endpoint.ts';
import { instant, requiredText } from '#contract/fields/fields.ts';
import { timeZone } from './reminders.ts';

/** The words of a calendar. */
export const CalendarWords = v.object({
  /** Of the calendar. */
  name: requiredText,
  /** Of a follow-up; `{{player}}` stands for the player's name. */
  event: requiredText,
  /** The same of each kind of deadline, of a transfer window for its country; a kind without words is left out. */
  deadlines: v.optional(
    v.nullable(v.partial(v.object(v.entriesFromList(DATED_KINDS, requiredText)))),
    null,
  ),
});
export type CalendarWords = v.InferOutput<typeof CalendarWords>;

/** A calendar as it is made: the zone is the device's, in which the times of follow-ups are meant. */
const NewCalendar = v.object({
  ...CalendarWords.entries,
  timeZone: v.optional(v.nullable(timeZone), null),
});
export type NewCalendar = v.InferOutput<typeof NewCalendar>;

/** Whether the calling user has a private calendar address, and since when. The address itself is never told again. */
export const readCalendar = endpoint('GET', '/api/calendar', {
  access: 'dashboard',
  reply: v.object({
    since: v.nullable(instant),
    /** False for an address of before there were any. */
    hasDeadlines: v.boolean(),
  }),
});

/**
 * Makes the private address of a calendar with all follow-ups and deadlines, for a calendar program; an earlier address ends. It
 * takes no idempotency key, because the address would be stored with it.
 */
export const makeCalendar = endpoint('POST', '/api/calendar', {
  access: 'dashboard',
  fresh: true,
  body: NewCalendar,
  status: 201,
  reply: v.object({ url: v.string() }),
});

/** Ends the calendar address. */
export const stopCalendar = endpoint('DELETE', '/api/calendar', {
  access: 'dashboard',
});
