import type { Db } from '#prisma/client.ts';
import { repairTotals, type TotalledTable } from '#prisma/kept-counts.ts';
import { forgetChallenges } from '#server/domain/accounts/passkey-challenges.ts';
import { forgetPasswordLinks } from '#server/domain/accounts/password-links.ts';
import { forgetEndedSessions } from '#server/domain/accounts/sessions.ts';
import { forgetOldCopies } from '#server/domain/backups/forget-copies.ts';
import { removeInParts } from '#server/domain/common/remove-in-parts.ts';
import { forgetOfferPages } from '#server/domain/pipeline/offers.ts';
import { forgetMails } from '#server/domain/reminders/mail-queue.ts';
import { forgetSentReminders } from '#server/domain/reminders/send-reminders.ts';
import { forgetTombstones } from '#server/domain/replication/delta.ts';
import { forgetOldKeys } from '#server/domain/replication/stored-answers.ts';
import { type Retention, removeExpired } from './retention.ts';
import { noteDailyJob, readClock } from './trusted-clock.ts';

/** How many rows were removed, by what they were. */
export interface Housekeeping {
  visits: number;
  inquiries: number;
  applications: number;
  /** Entries of the audit log. */
  audit: number;
  keys: number;
  tombstones: number;
  sessions: number;
  mails: number;
  /** Tables whose kept totals were wrong and are right now. */
  repaired: readonly TotalledTable[];
}

/**
 * Removes records and stored answers after their retention, tombstones after 180 days, mails after 30 days, ended
 * sessions, old password links, pages of ended offers, passkey challenges, sent reminders and rate-limit counters. What
 * devices have given back and nobody decides about goes after 60 days. Repairs the kept totals.
 *
 * @returns null while the clock is not trusted: nothing was done
 */
export async function keepHouse(
  db: Db,
  retention: Retention,
  now = new Date(),
): Promise<Housekeeping | null> {
  if ((await readClock(db, now)).held) return null;
  await noteDailyJob(db, now);
  const keys = await forgetOldKeys(db, retention.keys, now);
  const removed = await removeExpired(db, retention, now);
  const tombstones = await forgetTombstones(db, now);
  const sessions = await forgetEndedSessions(db, now);
  const mails = await forgetMails(db, now);
  await forgetOldCopies(db, now);
  await forgetPasswordLinks(db, now);
  await forgetOfferPages(db, now);
  await forgetChallenges(db, now);
  await forgetSentReminders(db, now);
  await forgetExpiredLimits(db, now);
  return { ...removed, keys, tombstones, sessions, mails, repaired: await repairTotals(db) };
}

function forgetExpiredLimits(db: Db, now: Date): Promise<number> {
  const expire = { lt: now };
  return removeInParts(async (take) => {
    const found = await db.rateLimiterFlexible.findMany({
      where: { expire },
      select: { key: true },
      take,
    });
    const key = { in: found.map((row) => row.key) };
    await db.rateLimiterFlexible.deleteMany({ where: { key, expire } });
    return found.length;
  });
}
