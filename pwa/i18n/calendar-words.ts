import { DEADLINE_KINDS, type DeadlineKind } from '#contract/deadlines/deadlines.ts';
import type { CalendarWords } from '#contract/reminders/calendar.ts';
import type { TextAccess } from './text-context.tsx';

/** The words of a calendar. The player's name is filled in where the file is made. */
export function calendarWords(t: TextAccess['t']): CalendarWords {
  const player = '{{player}}';
  const deadlines = DEADLINE_KINDS.map((kind) => [kind, `${player} · ${undated(t, kind)}`]);
  return {
    name: t('calendar.name'),
    event: t('calendar.event', { player }),
    deadlines: Object.fromEntries(deadlines) as CalendarWords['deadlines'],
  };
}

/** 'Mandate ends', which is said with a day elsewhere. */
function undated(t: TextAccess['t'], kind: DeadlineKind): string {
  return t(`deadlines.${kind}`, { day: '' }).replace(/[\s:]+$/, '');
}
