import { daysAfter } from '#contract/deadlines/days.ts';
import type { DATED_KINDS } from '#contract/deadlines/windows.ts';
import { momentIn } from '#contract/values/local-time.ts';
import type { CalendarWords } from './calendar.ts';
import { contentLines, escapedText } from './content-lines.ts';

/** A follow-up or a deadline as a calendar shows it. */
export interface CalendarEvent {
  kind: 'follow-up' | (typeof DATED_KINDS)[number];
  /** `YYYY-MM-DD`, or with a time of that day, `YYYY-MM-DDTHH:MM`. */
  on: string;
  /** Of the application, or what tells windows apart. */
  id: string;
  /** Of the player or the country. */
  name: string;
  /** The last change. */
  updatedAt: Date;
  /** Where the office shows it. */
  path: string;
}

const MINUTE = 60_000;
/** The reminder of a day without a time: at 8 in the morning, where the calendar is. */
const ALARM_AFTER = 'PT8H';
/** How long a follow-up with a time takes, and how long before it the reminder comes. */
const LASTS = 'PT30M';
const ALARM_BEFORE = '-PT15M';

/**
 * An iCalendar file (RFC 5545) with a whole day, or half an hour, for each event whose kind it has words for. An event has the same
 * UID in every file, and a higher SEQUENCE after a change: it replaces the one that was imported before.
 *
 * Times are moments (UTC): programs read a time without a zone as they like. Without a zone the
 * moment is unknown, and the event is the whole day, with the time in its title.
 */
export function calendarFile(
  siteUrl: string,
  { timeZone, ...words }: CalendarWords & { timeZone: string | null },
  events: readonly CalendarEvent[],
): string {
  const { hostname } = new URL(siteUrl);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Football agency//Follow-ups//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapedText(words.name)}`,
    ...(timeZone === null ? [] : [`X-WR-TIMEZONE:${escapedText(timeZone)}`]),
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => {
      const title = event.kind === 'follow-up' ? words.event : words.deadlines?.[event.kind];
      return title ? eventLines(event, { siteUrl, hostname, title, timeZone }) : [];
    }),
    'END:VCALENDAR',
  ];
  return contentLines(lines);
}

function eventLines(
  { kind, on, id, name, updatedAt, path }: CalendarEvent,
  place: { siteUrl: string; hostname: string; title: string; timeZone: string | null },
): string[] {
  const { siteUrl, hostname, timeZone } = place;
  const [day = '', time] = on.split('T');
  const starts = time === undefined || timeZone === null ? null : momentIn(on, timeZone);
  const title = place.title.replaceAll('{{player}}', () => name);
  const summary = escapedText(time === undefined || starts ? title : `${title} (${time})`);
  const changed = momentOf(updatedAt);
  const url = siteUrl + path;
  return [
    'BEGIN:VEVENT',
    `UID:${kind}-${id}@${hostname}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${Math.floor(updatedAt.getTime() / MINUTE)}`,
    ...(starts
      ? [`DTSTART:${momentOf(starts)}`, `DURATION:${LASTS}`]
      : [`DTSTART;VALUE=DATE:${digitsOf(day)}`, `DTEND;VALUE=DATE:${digitsOf(daysAfter(day, 1))}`]),
    `SUMMARY:${summary}`,
    `DESCRIPTION:${escapedText(url)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${summary}`,
    `TRIGGER:${starts ? ALARM_BEFORE : ALARM_AFTER}`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

/** `20261124`. */
function digitsOf(day: string): string {
  return day.replaceAll('-', '');
}

/** `20261124T080000Z`. */
function momentOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}
