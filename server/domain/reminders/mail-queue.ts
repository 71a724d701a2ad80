import { newId } from '#contract/fields/ids.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import {
  MAIL_FAILURES,
  MAIL_STATES,
  type MailKind,
  type MailReport,
  type OutgoingMail,
} from '#contract/mails.ts';
import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#prisma/client.ts';
import type { OutgoingMailModel } from '#prisma/generated/sqlite/models.ts';
import { type Actor, audit } from '#server/domain/common/audit.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { removeInParts } from '#server/domain/common/remove-in-parts.ts';
import { wordOf } from '#server/domain/replication/words.ts';

const DAY = 24 * 60 * 60_000;
/** How long a mail is tried, in milliseconds. */
const TRIED_FOR = 3 * DAY;
/** How long the row of a mail is stored after it was written. */
const KNOWN_FOR = 30 * DAY;
/** The most mails that are listed. */
const MOST_LISTED = 50;

/** A mail to be written. */
export interface NewMail {
  /** A new id by default. */
  id?: string;
  kind: MailKind;
  address: string;
  language: Language;
  /** What it is about. It ends with this record or account. */
  contactId?: number;
  userId?: number;
  about?: string;
  /** How long it is tried, in milliseconds; three days by default. */
  life?: number;
}

/** Queues mails. Give it the transaction of what causes them: both are committed, or none. */
export async function queueMails(tx: Tx, mails: readonly NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return;
  await tx.outgoingMail.createMany({
    data: mails.map(({ life = TRIED_FOR, ...mail }) => ({
      id: newId(),
      ...mail,
      mailbox: mailboxOf(mail.address),
      createdAt: now,
      nextTryAt: now,
      giveUpAt: new Date(now.getTime() + life),
    })),
  });
}

/** Throws `no-mail-server`. */
export function needMailServer(smtpUrl: string | null): void {
  if (smtpUrl === null) throw new Problem('no-mail-server', 'This server sends no mails.');
}

/** One text for the spellings of an address that reach the same mailbox: letters of any case, and `+…`. */
export function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*@/, '@');
}

/** Mails of one kind to one mailbox in a day, because the address may be another person's. */
export const MOST_A_DAY = 3;

/** How many mails of a kind were written within a day, by mailbox. */
export async function countToday(
  tx: Tx,
  kind: MailKind,
  addresses: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const mailbox = { in: addresses.map(mailboxOf) };
  const createdAt = { gt: new Date(now.getTime() - DAY) };
  const where = { kind, mailbox, createdAt };
  const groups = await tx.outgoingMail.groupBy({ by: ['mailbox'], where, _count: true });
  return new Map(groups.map(({ mailbox: one, _count }) => [one, _count]));
}

/** The state for admins. */
export async function reportMails(db: Db, enabled: boolean, now = new Date()): Promise<MailReport> {
  const counts = await countMails(db, now);
  const listed = async (state: OutgoingMail['state'], take: number) =>
    db.outgoingMail.findMany({ where: { state }, orderBy: { createdAt: 'desc' }, take });
  const failed = await listed('failed', MOST_LISTED);
  const waiting = await listed('waiting', MOST_LISTED - failed.length);
  return { enabled, ...counts, mails: [...failed, ...waiting].map(toMail) };
}

/** How many mails are in each state, of the last 30 days. */
export async function countMails(
  db: Db,
  now = new Date(),
): Promise<Record<OutgoingMail['state'], number>> {
  const counts = { waiting: 0, sent: 0, failed: 0 };
  const createdAt = { gt: new Date(now.getTime() - KNOWN_FOR) };
  const where = { createdAt };
  const groups = await db.outgoingMail.groupBy({ by: ['state'], where, _count: true });
  for (const { state, _count } of groups) counts[wordOf(MAIL_STATES, state)] = _count;
  return counts;
}

/** Has a mail that was given up tried again. Throws `mail-not-found`. */
export async function retryMail(tx: Tx, actor: Actor, id: string, now = new Date()): Promise<void> {
  const giveUpAt = new Date(now.getTime() + TRIED_FOR);
  const { count } = await tx.outgoingMail.updateMany({
    where: { id, state: 'failed' },
    data: { state: 'waiting', tries: 0, nextTryAt: now, giveUpAt },
  });
  if (count === 0) return refuseMissing('mail');
  await audit(tx, actor, { kind: 'mail-retried', subject: mailSubject(id) }, now);
}

export function mailSubject(id: string): string {
  return `mail:${id}`;
}

/** Forgets mails that were written 30 days ago, sent or not. */
export function forgetMails(db: Db, now: Date): Promise<number> {
  const createdAt = { lt: new Date(now.getTime() - KNOWN_FOR) };
  return removeInParts(async (take) => {
    const found = await db.outgoingMail.findMany({
      where: { createdAt },
      select: { id: true },
      take,
    });
    await db.outgoingMail.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } });
    return found.length;
  });
}

function toMail(row: OutgoingMailModel): OutgoingMail {
  const { id, kind, address, createdAt, state, tries, nextTryAt, failure, answer } = row;
  return {
    id,
    kind,
    address,
    createdAt: createdAt.toISOString(),
    state: wordOf(MAIL_STATES, state),
    tries,
    nextTryAt: nextTryAt.toISOString(),
    failure: failure === null ? null : wordOf(MAIL_FAILURES, failure),
    answer,
  };
}
