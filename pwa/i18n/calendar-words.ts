import { DATED_KINDS, WINDOW_KINDS } from '#contract/deadlines/windows.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import type { CalendarWords } from '#contract/reminders/calendar.ts';
import type { TextAccess } from './text-context.tsx';

/** The words of a calendar. The player's name is filled in where the file is made. */
export function calendarWords(t: TextAccess['t']): CalendarWords {
  const player = '{{player}}';
  const deadlines = DATED_KINDS.map((kind) => {
    const isWindow = isOneOf(WINDOW_KINDS, kind);
    const whose = isWindow ? t('deadlines.window', { country: player }) : player;
    // 'Mandate ends', which is said with a day elsewhere.
    const what = t(`deadlines.${kind}`, { day: '' }).replace(/[\s:]+$/, '');
    return [kind, `${whose} · ${what}`];
  });
  return {
    name: t('calendar.name'),
    event: t('calendar.event', { player }),
    deadlines: Object.fromEntries(deadlines) as CalendarWords['deadlines'],
  };
}
