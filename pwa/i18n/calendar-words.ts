import type { CalendarWords } from '#contract/reminders/calendar.ts';
import type { TextAccess } from './text-context.tsx';

/** The words of a calendar of follow-ups. The player's name is filled in where the file is made. */
export function calendarWords(t: TextAccess['t']): CalendarWords {
  return { name: t('calendar.name'), event: t('calendar.event', { player: '{{player}}' }) };
}
