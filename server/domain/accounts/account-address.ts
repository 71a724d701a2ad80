import type { Language } from '#contract/fields/vocabulary.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#prisma/client.ts';
import { type Actor, audit, userSubject } from '#server/domain/common/audit.ts';
import { type Keys, mailOfToken } from '#server/domain/reminders/mail-links.ts';
import { countToday, MOST_A_DAY, queueMails } from '#server/domain/reminders/mail-queue.ts';
import type { User } from './users.ts';

const DAY = 24 * 60 * 60_000;

/** Queues a mail with a link by which an address becomes that of the account; an earlier link ends. */
export async function askForAddress(
  db: Db,
  user: User,
  { email, language }: { email: string; language: Language },
  now = new Date(),
): Promise<void> {
  if (!user.approved) throw new Problem('forbidden', 'An admin must approve your account first.');
  await db.$transaction(async (tx) => {
    // Locks it: the calls of one user come one after the other.
    await tx.user.updateMany({ where: { id: user.id }, data: { id: user.id } });
    const counts = await countToday(tx, 'address', [email], now);
    if ([...counts.values()].some((count) => count >= MOST_A_DAY)) {
      const retryAfter = DAY / 1_000;
      throw new Problem('too-many-requests', 'Too many links went to it today.', { retryAfter });
    }
    const mail = { kind: 'address' as const, address: email, language, userId: user.id };
    await queueMails(tx, [mail], now);
  });
}

/** The address to which a link went that can still be opened; null if there is none. */
export async function pendingAddress(db: Db, user: User, now = new Date()): Promise<string | null> {
  const newest = await newestLink(db, user.id);
  return newest && !hasExpired(newest, now) && !isUsed(newest, user) ? newest.address : null;
}

/** Makes the address of a mail that of its user. Throws `link-not-found` and `link-expired`. */
export async function confirmAddress(
  db: Db,
  actor: Actor,
  { keys, token }: { keys: Keys; token: string },
  now = new Date(),
): Promise<void> {
  const id = mailOfToken(keys, token.trim());
  const mail =
    id === null
      ? null
      : await db.outgoingMail.findUnique({ where: { id }, include: { user: true } });
  const unknown = new Problem(
    'link-not-found',
    'This link is incomplete, or a newer one has replaced it.',
  );
  if (mail?.kind !== 'address' || !mail.user || mail.user.disabled) throw unknown;
  const { user, address } = mail;
  if ((await newestLink(db, user.id))?.id !== id) throw unknown;
  if (isUsed(mail, user)) return;
  if (hasExpired(mail, now)) throw new Problem('link-expired', 'This link has expired.');
  await db.$transaction(async (tx) => {
    const data = { email: address, emailConfirmedAt: now };
    await tx.user.update({ where: { id: user.id }, data, select: { id: true } });
    await audit(tx, actor, { kind: 'address-confirmed', subject: userSubject(user.id) }, now);
  });
}

function newestLink(db: Db, userId: number) {
  return db.outgoingMail.findFirst({
    where: { userId, kind: 'address' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

function hasExpired({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= DAY;
}

/** A link that is opened twice has done its work. */
function isUsed({ createdAt }: { createdAt: Date }, { emailConfirmedAt }: User): boolean {
  return emailConfirmedAt !== null && emailConfirmedAt >= createdAt;
}
