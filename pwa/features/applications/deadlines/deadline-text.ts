import type { Deadline, DeadlineKind } from '#contract/deadlines/deadlines.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { dayInWords, formatDate } from '#pwa/lib/time/dates.ts';

/**
 * What a deadline says, such as 'Mandate ends in 7 days'.
 *
 * @param today `YYYY-MM-DD` on this device
 */
export function deadlineText(
  t: TextAccess['t'],
  { kind, on }: Pick<Deadline, 'kind' | 'on'>,
  today: string,
): string {
  const day = dayInWords(on, today);
  return on < today && canBePast(kind)
    ? t(`deadlines.past.${kind}`, { day })
    : t(`deadlines.${kind}`, { day });
}

/** The same of one that was set aside, with its date. */
export function asideText(t: TextAccess['t'], { kind, on }: Pick<Deadline, 'kind' | 'on'>): string {
  return t(`deadlines.${kind}`, { day: formatDate(on) });
}

/** The others are over on the day after theirs. */
const PAST = ['mandate-ends', 'mandate-report', 'approach', 'minor', 'adult'] as const;

function canBePast(kind: DeadlineKind): kind is (typeof PAST)[number] {
  return PAST.some((past) => past === kind);
}
