import { DEFAULT_LANGUAGE, isLanguage } from '#contract/vocabulary.ts';
import type { Tx } from '#prisma/client.ts';
import { mailboxOf, queueMails } from './mail-queue.ts';

const DAY = 24 * 60 * 60_000;
/** Confirmations to one mailbox in a day: whoever fills in the form may know the address of somebody else. */
const MOST_A_DAY = 3;

/**
 * Queues a mail to the visitor of each inquiry that was stored from this version on. Not for an inquiry that looks like
 * a machine's. Call it while the transaction holds the revision: so the mailboxes are counted one call after the other.
 */
export async function confirmInquiries(tx: Tx, firstVersion: number): Promise<void> {
  const inquiries = await tx.contact.findMany({
    where: { version: { gte: firstVersion }, suspect: false },
    select: { id: true, email: true, language: true },
    orderBy: { version: 'asc' },
  });
  if (inquiries.length === 0) return;
  const now = new Date();
  const counts = await countByMailbox(tx, inquiries, now);
  const wanted = inquiries.filter(({ email }) => {
    const mailbox = mailboxOf(email);
    const count = counts.get(mailbox) ?? 0;
    counts.set(mailbox, count + 1);
    return count < MOST_A_DAY;
  });
  const mails = wanted.map(({ id, email, language }) => ({
    kind: 'confirmation' as const,
    address: email,
    language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    contactId: id,
  }));
  await queueMails(tx, mails, now);
}

/** How many confirmations were written to these mailboxes within a day. */
async function countByMailbox(
  tx: Tx,
  inquiries: readonly { email: string }[],
  now: Date,
): Promise<Map<string, number>> {
  const groups = await tx.outgoingMail.groupBy({
    by: ['mailbox'],
    where: {
      kind: 'confirmation',
      mailbox: { in: inquiries.map(({ email }) => mailboxOf(email)) },
      createdAt: { gt: new Date(now.getTime() - DAY) },
    },
    _count: true,
  });
  return new Map(groups.map(({ mailbox, _count }) => [mailbox, _count]));
}
