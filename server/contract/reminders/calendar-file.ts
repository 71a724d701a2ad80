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
 */
export function calendarFile(
  siteUrl: string,
  words: CalendarWords,
  events: readonly FollowUpEvent[],
): string {
  const { hostname } = new URL(siteUrl);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Football agency//Follow-ups//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapedText(words.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => eventLines(event, { siteUrl, hostname, words })),
    'END:VCALENDAR',
  ];
  return contentLines(lines);
}

function eventLines(
  { applicationId, playerName, followUpOn, updatedAt }: FollowUpEvent,
  { siteUrl, hostname, words }: { siteUrl: string; hostname: string; words: CalendarWords },
): string[] {
  const summary = escapedText(words.event.replaceAll('{{player}}', () => playerName));
  const changed = momentOf(updatedAt);
  const isTimed = followUpOn.includes('T');
  const url = `${siteUrl}/dashboard/applications/${applicationId}`;
  return [
    'BEGIN:VEVENT',
    `UID:follow-up-${applicationId}@${hostname}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${Math.floor(updatedAt.getTime() / MINUTE)}`,
    ...(isTimed
      ? // Without a zone: it is that time wherever the calendar is.
        [`DTSTART:${digitsOf(followUpOn)}00`, `DURATION:${LASTS}`]
      : [
          `DTSTART;VALUE=DATE:${digitsOf(followUpOn)}`,
          `DTEND;VALUE=DATE:${digitsOf(dayAfter(followUpOn))}`,
        ]),
    `SUMMARY:${summary}`,
    `DESCRIPTION:${escapedText(url)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${summary}`,
    `TRIGGER:${isTimed ? ALARM_BEFORE : ALARM_AFTER}`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

/** `20261124` of a day, `20261124T1500` of a time. */
function digitsOf(day: string): string {
  return day.replace(/[-:]/g, '');
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** `20261124T080000Z`. */
function momentOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}
