import type { AgentAccess } from '#contract/access.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { Problem } from '#contract/problems.ts';
import type { MailReminders } from '#contract/reminders/mail-reminders.ts';
import type { ReminderKind } from '#contract/reminders/reminders.ts';
import { localTime } from '#contract/values/local-time.ts';
import type { Db } from '#prisma/client.ts';
import type { MailRemindersModel } from '#prisma/generated/sqlite/models.ts';
import type { User } from '#server/domain/accounts/users.ts';
import { type Actor, audit } from '#server/domain/common/audit.ts';
import { wordOf } from '#server/domain/replication/words.ts';
import { type Due, dueReminders, isQuiet } from './due-reminders.ts';
import { queueMails } from './mail-queue.ts';
import { kindsOf } from './reminders.ts';
import { byKind } from './send-reminders.ts';

const HOUR = 60 * 60_000;
/** A reminder that could not be sent for so long is of no use any more. */
const REMINDER_LIFE = 12 * HOUR;

/** The reminders by mail of a user; null if there are none. */
export async function mailRemindersOf(db: Db, userId: number): Promise<MailReminders | null> {
  const row = await db.mailReminders.findUnique({ where: { userId } });
  return row && toMailReminders(row);
}

export function toMailReminders(row: MailRemindersModel): MailReminders {
  const { language, timeZone, kinds, quietFrom, quietTo } = row;
  return {
    language: wordOf(LANGUAGE_CODES, language),
    timeZone,
    // Written by `keepMailReminders`.
    kinds: kinds.split(',').filter(Boolean) as ReminderKind[],
    quietFrom,
    quietTo,
  };
}

/**
 * Stores how a user is reminded by mail, of the kinds that the user may get. The user's devices get the same quiet
 * hours. Throws `email-not-confirmed`.
 */
export async function keepMailReminders(
  db: Db,
  actor: Actor,
  user: User,
  { kinds, ...rest }: MailReminders,
  allowed: readonly ReminderKind[],
  now = new Date(),
): Promise<void> {
  const { id: userId } = user;
  const { quietFrom, quietTo } = rest;
  const data = { ...rest, kinds: allowed.filter((kind) => kinds.includes(kind)).join() };
  await db.$transaction(async (tx) => {
    // Locks it: calls of one user come one after the other.
    const confirmed = { id: userId, NOT: { emailConfirmedAt: null } };
    if ((await tx.user.updateMany({ where: confirmed, data: { id: userId } })).count === 0) {
      throw new Problem('email-not-confirmed', 'The address must be confirmed first.');
    }
    await tx.pushSubscription.updateMany({
      where: { session: { userId } },
      data: { quietFrom, quietTo },
    });
    const { count } = await tx.mailReminders.updateMany({ where: { userId }, data });
    if (count > 0) return;
    await tx.mailReminders.create({ data: { ...data, userId, createdAt: now } });
    await audit(tx, actor, { kind: 'mail-reminders-on' }, now);
  });
}

/** Turns off the reminders by mail of a user. */
export async function stopMailReminders(db: Db, actor: Actor, userId: number): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.mailReminders.deleteMany({ where: { userId } });
    if (count > 0) await audit(tx, actor, { kind: 'mail-reminders-off' });
  });
}

/**
 * Queues a mail per kind of task that became due, for each user who wants it, outside of the quiet hours. Of several
 * processes one queues a reminder. Returns how many were queued.
 */
export async function queueReminders(
  db: Db,
  agentAccess: AgentAccess,
  now = new Date(),
): Promise<number> {
  const rows = await db.mailReminders.findMany({
    where: { user: { disabled: false, NOT: { emailConfirmedAt: null } } },
    include: { user: true },
  });
  let queued = 0;
  for (const { user, ...row } of rows) {
    const reminders = toMailReminders(row);
    if (isQuiet(localTime(now, reminders.timeZone).time, reminders)) continue;
    const allowed = kindsOf(user, agentAccess);
    const kinds = reminders.kinds.filter((kind) => allowed.includes(kind));
    const due = await dueReminders(db, { ...reminders, kinds }, row.createdAt, now);
    if (due.length > 0)
      queued += await queueDue(db, user, { language: reminders.language, due, now });
  }
  return queued;
}

async function queueDue(
  db: Db,
  { id: userId, email }: User,
  { language, due, now }: Pick<MailReminders, 'language'> & { due: readonly Due[]; now: Date },
): Promise<number> {
  const known = async (on: Pick<Db, 'sentMailReminder'>) => {
    const rows = await on.sentMailReminder.findMany({ where: { userId }, select: { what: true } });
    const sent = new Set(rows.map(({ what }) => what));
    return due.filter(({ what }) => !sent.has(what));
  };
  if ((await known(db)).length === 0) return 0;
  return db.$transaction(async (tx) => {
    // Locks it: another process may be queueing the same.
    const own = { where: { userId }, data: { userId } };
    if ((await tx.mailReminders.updateMany(own)).count === 0) return 0;
    const unsent = await known(tx);
    const mails = byKind(unsent).map(([kind, records]) => ({
      kind: 'reminder' as const,
      address: email,
      language,
      userId,
      about: aboutOf(kind, records),
      life: REMINDER_LIFE,
    }));
    await queueMails(tx, mails, now);
    await tx.sentMailReminder.createMany({
      data: unsent.map(({ what }) => ({ userId, what, at: now })),
    });
    return mails.length;
  });
}

/** See OutgoingMail in the schema. */
function aboutOf(kind: ReminderKind, [first, ...others]: [Due, ...Due[]]): string {
  return [kind, 1 + others.length, others.length === 0 ? (first.id ?? '') : ''].join(' ').trim();
}
