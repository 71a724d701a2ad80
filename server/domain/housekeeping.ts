import type { Db } from '#prisma/client.ts';
import { forgetTombstones } from './delta.ts';
import { forgetEndedSessions } from './sessions.ts';
import { forgetOldKeys } from './stored-answers.ts';

/**
 * Deletes idempotency keys of users older than 60 days, tombstones older than 180 days, ended sessions and
 * expired rate-limit counters.
 */
export async function keepHouse(db: Db, now = new Date()): Promise<void> {
  await forgetOldKeys(db, now);
  await forgetTombstones(db, now);
  await forgetEndedSessions(db, now);
  await db.rateLimiterFlexible.deleteMany({ where: { expire: { lt: now } } });
}
