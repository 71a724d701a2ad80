import type { AgentAccess } from '#contract/access.ts';
import {
  REMINDER_KINDS,
  type Reminder,
  type ReminderKind,
  type Reminders,
} from '#contract/reminders/reminders.ts';
import { localTime } from '#contract/values/local-time.ts';
import { type Db, databaseClock, type Tx } from '#prisma/client.ts';
import type { PushSubscriptionModel } from '#prisma/generated/sqlite/models.ts';
import { isLive } from '#server/domain/accounts/sessions.ts';
import type { User } from '#server/domain/accounts/users.ts';
import { type Due, dueReminders, isQuiet, SENT_KNOWN_FOR } from './due-reminders.ts';
import { kindsOf, remindersOf, toReminders } from './reminders.ts';
import { after, waitAfter } from './waits.ts';

/** Hands messages to the push services of the browsers. */
export interface PushService {
  /** The public key of VAPID, base64url. */
  publicKey: string;
  /** Resolves within 10 s. Never throws. */
  deliver(subscription: Reminders['subscription'], reminder: Reminder): Promise<Delivery>;
}

/**
 * `gone`: the subscription is over, or cannot be used by this server. `failed`: the service did not take the message
 * now; `retryAfter` is what it has asked for, in milliseconds.
 */
export type Delivery =
  | { outcome: 'sent' }
  | { outcome: 'gone' }
  | { outcome: 'failed'; retryAfter?: number; reason: string };

/** How many messages were sent, failed, and how many subscriptions were found to be over. */
export interface SentReminders {
  sent: number;
  failed: number;
  gone: number;
  /** The answers of the push services to failed reminders, without data of a device. */
  reasons: string[];
}

/** Longer than a process needs to send all kinds to one device. */
const CLAIM = 60_000;

/**
 * Sends every device one message per kind of task that became due. Of several processes one sends. A message that the
 * push service does not take is sent again later; in quiet hours all wait.
 *
 * @param at by the clock of the database if not set: a claim must mean the same to each process
 */
export async function sendReminders(
  db: Db,
  push: PushService,
  agentAccess: AgentAccess,
  at?: Date,
): Promise<SentReminders> {
  const now = at ?? (await databaseClock(db))();
  const rows = await db.pushSubscription.findMany({
    where: { notBefore: { lte: now } },
    include: { session: { include: { user: true } } },
  });
  const total: SentReminders = { sent: 0, failed: 0, gone: 0, reasons: [] };
  const entitled = rows.filter(({ session }) => isLive(session, now));
  await Promise.all(
    entitled.map((row) =>
      remind(db, push, { row, user: row.session.user, agentAccess, now, total }),
    ),
  );
  return total;
}

interface Turn {
  row: PushSubscriptionModel;
  user: User;
  agentAccess: AgentAccess;
  now: Date;
  /** Added to. */
  total: SentReminders;
}

async function remind(
  db: Db,
  push: PushService,
  { row, user, agentAccess, now, total }: Turn,
): Promise<void> {
  const { sessionId, notBefore, createdAt, failures } = row;
  const reminders = toReminders(row);
  if (isQuiet(localTime(now, reminders.timeZone).time, reminders)) return;
  const allowed = kindsOf(user, agentAccess);
  const kinds = reminders.kinds.filter((kind) => allowed.includes(kind));
  const due = await unsent(
    db,
    sessionId,
    await dueReminders(db, { ...reminders, kinds }, createdAt, now),
  );
  if (due.length === 0) return;

  // A process that has sent meanwhile has changed the moment.
  const claim = { notBefore: after(now, CLAIM) };
  const mine = { where: { sessionId, notBefore }, data: claim };
  if ((await db.pushSubscription.updateMany(mine)).count === 0) return;
  const held = { sessionId, ...claim };

  const sent: Due[] = [];
  let retryAfter = 0;
  for (const [kind, records] of byKind(due)) {
    const [{ id }] = records;
    const message = { kind, count: records.length, id: records.length === 1 ? id : null };
    const { language } = reminders;
    const delivery = await push.deliver(reminders.subscription, { ...message, language });
    total[delivery.outcome] += 1;
    if (delivery.outcome === 'gone') {
      await db.pushSubscription.deleteMany({ where: held });
      return;
    }
    if (delivery.outcome === 'failed') {
      total.reasons.push(delivery.reason);
      retryAfter = delivery.retryAfter ?? waitAfter(failures);
      break;
    }
    sent.push(...records);
  }
  await keepSent(db, held, sent, { now, retryAfter, failures });
}

/** The reminders that the device has not got yet. */
async function unsent(db: Tx, sessionId: string, due: readonly Due[]): Promise<Due[]> {
  if (due.length === 0) return [];
  const rows = await db.sentReminder.findMany({ where: { sessionId }, select: { what: true } });
  const sent = new Set(rows.map(({ what }) => what));
  return due.filter(({ what }) => !sent.has(what));
}

/** The due reminders, by kind. */
export function byKind(due: readonly Due[]): [ReminderKind, [Due, ...Due[]]][] {
  const kinds = Object.keys(REMINDER_KINDS) as ReminderKind[];
  return kinds.flatMap((kind): [ReminderKind, [Due, ...Due[]]][] => {
    const [first, ...others] = due.filter((each) => each.kind === kind);
    return first ? [[kind, [first, ...others]]] : [];
  });
}

/** Notes the sent reminders; the device itself only if no other process has taken it meanwhile. */
async function keepSent(
  db: Db,
  held: { sessionId: string; notBefore: Date },
  sent: readonly Due[],
  { now, retryAfter, failures }: { now: Date; retryAfter: number; failures: number },
): Promise<void> {
  const { sessionId } = held;
  await db.$transaction(async (tx) => {
    await tx.pushSubscription.updateMany({
      where: held,
      data: {
        notBefore: after(now, retryAfter),
        failures: retryAfter > 0 ? failures + 1 : 0,
      },
    });
    // The session may have ended meanwhile.
    if ((await tx.pushSubscription.count({ where: { sessionId } })) === 0) return;
    const fresh = await unsent(tx, sessionId, sent);
    await tx.sentReminder.createMany({
      data: fresh.map(({ what }) => ({ sessionId, what, at: now })),
    });
  });
}

/** Sends a test to the device of a session, also in its quiet hours. */
export async function sendTest(
  db: Db,
  push: PushService,
  sessionId: string,
): Promise<'sent' | 'failed' | 'off'> {
  const reminders = await remindersOf(db, sessionId);
  if (!reminders) return 'off';
  const { subscription, language } = reminders;
  const { outcome } = await push.deliver(subscription, {
    kind: 'test',
    count: 1,
    id: null,
    language,
  });
  if (outcome !== 'gone') return outcome;
  await db.pushSubscription.deleteMany({ where: { sessionId } });
  return 'off';
}

/** Forgets reminders that were sent so long ago that they cannot become due again. */
export async function forgetSentReminders(db: Db, now: Date): Promise<void> {
  const at = { lt: new Date(now.getTime() - SENT_KNOWN_FOR) };
  await db.sentReminder.deleteMany({ where: { at } });
  await db.sentMailReminder.deleteMany({ where: { at } });
}
