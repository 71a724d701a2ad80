import type { AgentAccess } from '#contract/access.ts';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { MAIL_KINDS, type MailFailure } from '#contract/mails.ts';
import type { ReminderKind } from '#contract/reminders/reminders.ts';
import { localTime } from '#contract/values/local-time.ts';
import { type Db, databaseClock } from '#prisma/client.ts';
import type {
  ContactModel,
  MailRemindersModel,
  OutgoingMailModel,
  PasswordLinkModel,
  UserModel,
} from '#prisma/generated/sqlite/models.ts';
import { digestOf } from '#server/domain/accounts/password-links.ts';
import { audit, SERVER } from '#server/domain/common/audit.ts';
import { wordOf } from '#server/domain/replication/words.ts';
import { contactIn, currentVersion, type PublishedContact } from '#server/domain/site/site.ts';
import { isQuiet } from './due-reminders.ts';
import { type Keys, linkSecret, linkToken } from './mail-links.ts';
import { mailSubject } from './mail-queue.ts';
import { toMailReminders } from './mail-reminders.ts';
import { kindsOf } from './reminders.ts';
import { waitAfter } from './waits.ts';

/** What a mail says, in the words of the mailer. */
export type MailContent = { language: Language } & (
  | { kind: 'confirmation'; receivedAt: Date; promisedAt: Date }
  /** `token` opens the link. */
  | { kind: 'address'; token: string }
  | { kind: 'password-link'; token: string; username: string }
  /** `id` is the record, if it is one. */
  | { kind: 'reminder'; reminder: ReminderKind; count: number; id: string | null }
);

/** A mail on its way. */
export interface OutgoingMail {
  id: string;
  address: string;
  content: MailContent;
  site: PublishedContact;
}

/** Hands mails to a mail server. */
export interface Mailer {
  /** Sends a mail under an id that stays the same when it is sent again. Never throws. */
  deliver(mail: OutgoingMail): Promise<MailDelivery>;
}

/** `isFinal`: another attempt would fail, too. `answer` is what the mail server said. */
export type MailDelivery =
  | { outcome: 'sent' }
  | { outcome: 'failed'; isFinal: boolean; failure: MailFailure; answer: string | null };

/** How many mails were sent, failed, and were not wanted any more. */
export interface SentMails {
  sent: number;
  failed: number;
  dropped: number;
  /** Why those failed; nothing of a person. */
  failures: MailFailure[];
}

interface SendingParts {
  /** Of the links in the mails. */
  keys: Keys;
  agentAccess: AgentAccess;
  /** That of the database if not set: a claim must mean the same to each process. */
  clock?: () => Date;
  /** Aborted when the process is about to stop: no mail is begun from then on. */
  stopping?: AbortSignal;
}

/** Longer than a process needs to send a mail, in milliseconds. */
const CLAIM = 5 * 60_000;
/** Between two looks whether the quiet hours are over, in milliseconds. */
const QUIET_PAUSE = 15 * 60_000;
/** The most mails of one turn. */
const MOST = 50;
/** Failures that would meet each mail. */
const OF_THE_SERVER: readonly MailFailure[] = ['unreachable', 'sign-in', 'encryption'];

/**
 * Sends the mails whose time has come, one after the other. Of several processes one sends a mail. If it dies between
 * sending and noting that, the mail is sent again 5 minutes later, with the same Message-ID. A mail that fails is tried
 * again after a growing pause; it is given up when that makes no sense, or after some days.
 */
export async function sendMails(
  db: Db,
  mailer: Mailer,
  { keys, agentAccess, clock: given, stopping }: SendingParts,
): Promise<SentMails> {
  const clock = given ?? (await databaseClock(db));
  const total: SentMails = { sent: 0, failed: 0, dropped: 0, failures: [] };
  const rows = await db.outgoingMail.findMany({
    where: { state: 'waiting', nextTryAt: { lte: clock() } },
    include: { contact: true, user: { include: { mailReminders: true, passwordLinks: true } } },
    orderBy: { nextTryAt: 'asc' },
    take: MOST,
  });
  const version = rows.length > 0 ? await currentVersion(db) : null;
  for (const row of rows) {
    if (stopping?.aborted) break;
    const claimed = await claim(db, row, clock());
    if (!claimed) continue;
    const where = heldBy(claimed);
    const content = contentOf(row, { keys, agentAccess, now: clock() });
    if (content === 'later') {
      const nextTryAt = new Date(clock().getTime() + QUIET_PAUSE);
      await db.outgoingMail.updateMany({ where, data: { nextTryAt, tries: row.tries } });
      continue;
    }
    if (content === null) {
      await db.outgoingMail.deleteMany({ where });
      total.dropped += 1;
      continue;
    }
    const { id, address } = row;
    const site = contactIn(version, content.language);
    const delivery = await mailer.deliver({ id, address, content, site });
    total[delivery.outcome] += 1;
    await note(db, claimed, delivery, clock());
    if (delivery.outcome === 'sent') continue;
    total.failures.push(delivery.failure);
    // The others wait for the next turn.
    if (OF_THE_SERVER.includes(delivery.failure)) break;
  }
  return total;
}

/** A mail that this process sends, and until when no other one does. */
type Claimed = Pick<OutgoingMailModel, 'id' | 'tries' | 'nextTryAt' | 'giveUpAt'>;

/** Null if another process has it. */
async function claim(db: Db, mail: Claimed, now: Date): Promise<Claimed | null> {
  const data = { nextTryAt: new Date(now.getTime() + CLAIM), tries: mail.tries + 1 };
  const { count } = await db.outgoingMail.updateMany({ where: heldBy(mail), data });
  return count === 0 ? null : { ...mail, ...data };
}

/** The mail, unless another process has taken it, or it was removed. */
function heldBy({ id, nextTryAt }: Claimed) {
  return { id, state: 'waiting', nextTryAt };
}

/** Notes the result of an attempt, unless another process has the mail by now, or it was removed. */
async function note(db: Db, mail: Claimed, delivery: MailDelivery, now: Date): Promise<void> {
  const { id, tries, giveUpAt } = mail;
  const where = heldBy(mail);
  if (delivery.outcome === 'sent') {
    const data = { state: 'sent', sentAt: now, failure: null, answer: null };
    await db.outgoingMail.updateMany({ where, data });
    return;
  }
  const { isFinal, failure, answer } = delivery;
  if (!isFinal && now < giveUpAt) {
    const data = { failure, answer, nextTryAt: new Date(now.getTime() + waitAfter(tries - 1)) };
    await db.outgoingMail.updateMany({ where, data });
    return;
  }
  await db.$transaction(async (tx) => {
    const data = { state: 'failed', failure, answer };
    const { count } = await tx.outgoingMail.updateMany({ where, data });
    if (count === 0) return;
    const subject = mailSubject(id);
    await audit(tx, SERVER, { kind: 'mail-failed', subject, detail: failure }, now);
  });
}

type Row = OutgoingMailModel & {
  contact: ContactModel | null;
  user:
    | (UserModel & {
        mailReminders: MailRemindersModel | null;
        passwordLinks: readonly PasswordLinkModel[];
      })
    | null;
};

/** What to write; null if the mail is not wanted any more; `later` in the quiet hours. */
function contentOf(
  row: Row,
  { keys, agentAccess, now }: Pick<SendingParts, 'keys' | 'agentAccess'> & { now: Date },
): MailContent | 'later' | null {
  const { id, contact, user } = row;
  const kind = wordOf(MAIL_KINDS, row.kind);
  const language = wordOf(LANGUAGE_CODES, row.language);
  if (kind === 'confirmation') {
    const isWanted = contact !== null && contact.state !== 'spam' && !contact.suspect;
    if (!isWanted) return null;
    return { kind, language, receivedAt: contact.createdAt, promisedAt: row.createdAt };
  }
  if (!user || user.disabled) return null;
  if (kind === 'address') return { kind, language, token: linkToken(keys[0], id) };
  if (user.emailConfirmedAt === null || user.email !== row.address) return null;
  if (kind === 'password-link') {
    const open = new Set(user.passwordLinks.flatMap((link) => (link.usedAt ? [] : link.id)));
    // The keys may have changed since.
    const token = keys.map((key) => linkSecret(key, id)).find((one) => open.has(digestOf(one)));
    return token === undefined ? null : { kind, language, token, username: user.username };
  }
  const [reminder, count = '1', record = null] = (row.about ?? '').split(' ');
  const wanted = user.mailReminders && toMailReminders(user.mailReminders);
  const found = kindsOf(user, agentAccess).find((each) => each === reminder);
  if (!wanted || !found || !wanted.kinds.includes(found)) return null;
  if (isQuiet(localTime(now, wanted.timeZone).time, wanted)) return 'later';
  return { kind, language, reminder: found, count: Number(count), id: record };
}
