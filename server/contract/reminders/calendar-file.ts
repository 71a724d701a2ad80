import { daysAfter } from '#contract/deadlines/days.ts';
import { momentIn } from '#contract/values/local-time.ts';
import type { CalendarWords } from './calendar.ts';
import { contentLines, escapedText } from './content-lines.ts';

/** A follow-up as a calendar shows it. */
export interface FollowUpEvent {
  applicationId: string;
  playerName: string;
  /** `YYYY-MM-DD`, or with a time of that day, `YYYY-MM-DDTHH:MM`. */
  followUpOn: string;
  /** The last change of the application. */
  updatedAt: Date;
}

const MINUTE = 60_000;
/** The reminder of a day without a time: at 8 in the morning, where the calendar is. */
const ALARM_AFTER = 'PT8H';
/** How long a follow-up with a time takes, and how long before it the reminder comes. */
const LASTS = 'PT30M';
const ALARM_BEFORE = '-PT15M';

/**
 * An iCalendar file (RFC 5545) with a whole day, or half an hour, for each follow-up. An event has the same
 * UID in every file, and a higher SEQUENCE after a change: it replaces the one that was imported before.
 *
 * Times are moments (UTC): programs read a time without a zone as they like. Without a zone the
 * moment is unknown, and the event is the whole day, with the time in its title.
 */
export function calendarFile(
  siteUrl: string,
  { name, event, timeZone }: CalendarWords & { timeZone: string | null },
  events: readonly FollowUpEvent[],
): string {
  const { hostname } = new URL(siteUrl);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Football agency//Follow-ups//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapedText(name)}`,
    ...(timeZone === null ? [] : [`X-WR-TIMEZONE:${escapedText(timeZone)}`]),
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((each) => eventLines(each, { siteUrl, hostname, title: event, timeZone })),
    'END:VCALENDAR',
  ];
  return contentLines(lines);
}

function eventLines(
  { applicationId, playerName, followUpOn, updatedAt }: FollowUpEvent,
  place: { siteUrl: string; hostname: string; title: string; timeZone: string | null },
): string[] {
  const { siteUrl, hostname, timeZone } = place;
  const [day = '', time] = followUpOn.split('T');
  const starts = time === undefined || timeZone === null ? null : momentIn(followUpOn, timeZone);
  const title = place.title.replaceAll('{{player}}', () => playerName);
  const summary = escapedText(time === undefined || starts ? title : `${title} (${time})`);
  const changed = momentOf(updatedAt);
  const url = `${siteUrl}/dashboard/applications/${applicationId}`;
  return [
    'BEGIN:VEVENT',
    `UID:follow-up-${applicationId}@${hostname}`,
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
