import { REPLY_WITHIN } from '#contract/fields/inquiry-fields.ts';
import type { ReminderKind, Reminders } from '#contract/reminders/reminders.ts';
import { localTime } from '#contract/values/local-time.ts';
import type { Db } from '#prisma/client.ts';
import { toldFrom } from './due-deadlines.ts';

/** A record that is due, and the kind of its reminder. */
export interface Due {
  kind: ReminderKind;
  /** Null for what is about no record. */
  id: string | number | null;
  /** Equal for the same reminder, such as `inquiry:7`. */
  what: string;
}

const HOUR = 60 * 60_000;
/** Six hours before the promise ends, there is a reminder. */
const REPLY_AFTER = REPLY_WITHIN - 6 * HOUR;
/** A reminder that could not be sent for so long is not sent any more. */
const LATEST = 72 * HOUR;
/** Longer than any reminder is due. */
export const SENT_KNOWN_FOR = 7 * 24 * HOUR;
const MORNING = '08:00';
/** How many hours after its time a follow-up is late rather than due. */
const DUE_HOURS = 4;
/** The most records of one kind that are looked at. */
const MOST = 1_000;

/**
 * What a device or user is to be reminded of now, of these kinds, sent or not. Nothing that was due before
 * it had reminders, and no follow-up of an application that a user has changed since. A follow-up is due
 * at its time; without one, or with one in the quiet hours, in the morning of its day.
 *
 * @param since when the device or user got reminders
 */
export async function dueReminders(
  db: Db,
  { kinds, timeZone, ...quiet }: Pick<Reminders, 'kinds' | 'timeZone' | 'quietFrom' | 'quietTo'>,
  since: Date,
  now: Date,
): Promise<Due[]> {
  const earliest = new Date(now.getTime() - LATEST);
  const found: Due[] = [];
  const add = (kind: ReminderKind, rows: readonly { id: Due['id'] }[], day = '') => {
    for (const { id } of rows) found.push({ kind, id, what: [kind, id, day].join(':') });
  };

  if (kinds.includes('inquiry') || kinds.includes('reply')) {
    const waiting = await db.contact.findMany({
      where: {
        state: 'new',
        convertedToApplication: false,
        addedTo: null,
        withdrawnAt: null,
        suspect: false,
        createdAt: { gt: earliest },
      },
      select: { id: true, createdAt: true },
      orderBy: { createdAt: 'desc' },
      take: MOST,
    });
    const dueAfter = (wait: number) =>
      waiting.filter(({ createdAt }) => {
        const dueAt = new Date(createdAt.getTime() + wait);
        return dueAt >= since && dueAt <= now;
      });
    if (kinds.includes('inquiry')) add('inquiry', dueAfter(0));
    if (kinds.includes('reply')) add('reply', dueAfter(REPLY_AFTER));
  }

  const { day, time } = localTime(now, timeZone);
  const morning = isQuiet(MORNING, quiet) ? quiet.quietTo : MORNING;
  if (kinds.includes('follow-up')) {
    const rows = await db.application.findMany({
      where: { followUpOn: { gte: day, lte: `${day}T23:59` }, removedAt: null },
      select: { id: true, followUpOn: true, updatedAt: true },
      take: MOST,
    });
    for (const { id, followUpOn, updatedAt } of rows) {
      const own = followUpOn?.slice(day.length + 1) ?? '';
      const from = own === '' || isQuiet(own, quiet) ? morning : own;
      const isBefore = (moment: Date) =>
        momentOf(localTime(moment, timeZone)) <= momentOf({ day, time: from });
      const isNow = time >= from && time < later(from, DUE_HOURS);
      if (isNow && isBefore(updatedAt) && isBefore(since)) {
        add('follow-up', [{ id }], followUpOn ?? day);
      }
    }
  }

  const isMorning = time >= morning && time < later(morning, DUE_HOURS);
  const isBefore = momentOf(localTime(since, timeZone)) <= momentOf({ day, time: morning });
  if (kinds.includes('deadline') && isMorning && isBefore) {
    for (const { id, key } of await toldFrom(db, day)) add('deadline', [{ id }], key);
  }

  if (kinds.includes('account')) {
    const rows = await db.user.findMany({
      where: {
        approved: false,
        disabled: false,
        erasedAt: null,
        createdAt: { gt: earliest, gte: since },
      },
      select: { id: true },
      take: MOST,
    });
    add('account', rows);
  }
  return found;
}

/** Whether a time of the day, `HH:MM`, is in the quiet hours, which may include midnight. */
export function isQuiet(
  time: string,
  { quietFrom, quietTo }: Pick<Reminders, 'quietFrom' | 'quietTo'>,
): boolean {
  if (quietFrom <= quietTo) return time >= quietFrom && time < quietTo;
  return time >= quietFrom || time < quietTo;
}

function momentOf({ day, time }: { day: string; time: string }): string {
  return `${day} ${time}`;
}

/** A later time of the same day; midnight at the latest. */
function later(time: string, hours: number): string {
  const hour = Number(time.slice(0, 2)) + hours;
  return hour > 23 ? '24:00' : `${String(hour).padStart(2, '0')}${time.slice(2)}`;
}
