import type { AgentAccess } from '#contract/access.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { kindsIn, type ReminderKind, type Reminders } from '#contract/reminders/reminders.ts';
import type { Db, Tx } from '#prisma/client.ts';
import type { PushSubscriptionModel } from '#prisma/generated/sqlite/models.ts';
import { areasOfUser, type User } from '#server/domain/accounts/users.ts';
import { type Actor, audit } from '#server/domain/common/audit.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { wordOf } from '#server/domain/replication/words.ts';

/** The kinds of reminders that a user may get. */
export function kindsOf(user: User, agentAccess: AgentAccess): ReminderKind[] {
  return kindsIn(areasOfUser(user, agentAccess));
}

/** The reminders of the device of a session; null if it gets none. */
export async function remindersOf(db: Tx, sessionId: string): Promise<Reminders | null> {
  const row = await db.pushSubscription.findUnique({ where: { sessionId } });
  return row && toReminders(row);
}

export function toReminders(row: PushSubscriptionModel): Reminders {
  const { endpoint, p256dh, auth, language, timeZone, kinds, quietFrom, quietTo } = row;
  return {
    subscription: { endpoint, keys: { p256dh, auth } },
    language: wordOf(LANGUAGE_CODES, language),
    timeZone,
    // Written by `keepReminders`.
    kinds: kinds.split(',').filter(Boolean) as ReminderKind[],
    quietFrom,
    quietTo,
  };
}

/**
 * Stores where and how the device of a session is reminded, of the kinds that its user may get. Reminders by mail get
 * the same quiet hours.
 */
export async function keepReminders(
  db: Db,
  actor: Actor,
  sessionId: string,
  { subscription, kinds, ...rest }: Reminders,
  allowed: readonly ReminderKind[],
  now = new Date(),
): Promise<void> {
  const { endpoint, keys } = subscription;
  const data = {
    ...rest,
    ...keys,
    endpoint,
    kinds: allowed.filter((kind) => kinds.includes(kind)).join(),
  };
  await db.$transaction(async (tx) => {
    // Locks it: calls of one device come one after the other.
    const own = { where: { id: sessionId }, data: { id: sessionId } };
    if ((await tx.session.updateMany(own)).count === 0) return refuseMissing('session');
    // The browser has had another session, which the server has not heard the end of.
    await tx.pushSubscription.deleteMany({ where: { endpoint, sessionId: { not: sessionId } } });
    const { quietFrom, quietTo } = rest;
    await tx.mailReminders.updateMany({
      where: { user: { sessions: { some: { id: sessionId } } } },
      data: { quietFrom, quietTo },
    });
    // Its moment stays: another process may be sending to the device, or waits as the push service asked.
    const { count } = await tx.pushSubscription.updateMany({ where: { sessionId }, data });
    if (count > 0) return;
    await tx.pushSubscription.create({
      data: { ...data, sessionId, createdAt: now, notBefore: now, failures: 0 },
    });
    await audit(tx, actor, { kind: 'reminders-on' }, now);
  });
}

/** Removes the stored reminders of a device. */
export async function stopReminders(db: Db, actor: Actor, sessionId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.pushSubscription.deleteMany({ where: { sessionId } });
    if (count > 0) await audit(tx, actor, { kind: 'reminders-off' });
  });
}
