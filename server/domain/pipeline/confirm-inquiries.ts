import { DEFAULT_LANGUAGE, isLanguage } from '#contract/fields/vocabulary.ts';
import { BY_MESSAGE } from '#contract/handed-over.ts';
import type { Tx } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/sqlite/client.ts';
import {
  countToday,
  MOST_A_DAY,
  mailboxOf,
  queueMails,
} from '#server/domain/reminders/mail-queue.ts';

/**
 * Queues a mail to the visitor of each of these inquiries. Not for an inquiry that looks like a machine's. Call it while the transaction holds the revision: so the mailboxes are counted one call after the other.
 */
export async function confirmInquiries(tx: Tx, which: Prisma.ContactWhereInput): Promise<void> {
  const inquiries = await tx.contact.findMany({
    where: {
      ...which,
      suspect: false,
      // The visitor has only written a message so far.
      OR: [{ utmMedium: null }, { utmMedium: { not: BY_MESSAGE } }],
    },
    select: { id: true, email: true, language: true },
    orderBy: { version: 'asc' },
  });
  if (inquiries.length === 0) return;
  const now = new Date();
  const addresses = inquiries.map(({ email }) => email);
  const counts = await countToday(tx, 'confirmation', addresses, now);
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
