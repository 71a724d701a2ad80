import type { ClockReport } from '#contract/clock.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { type Actor, audit } from '#server/domain/common/audit.ts';

/**
 * The most time between two daily jobs, in milliseconds. A longer pause looks like a clock that jumped: the timer of a
 * running server follows the monotonic clock, and a server is seldom off for so long.
 */
const LONGEST_PAUSE = 7 * 24 * 60 * 60_000;

/**
 * Whether the clock and the last daily job are so far apart, in either direction, that nothing may be deleted by its
 * age: the clock is wrong, or the server was off. The daily job and the backups ask. Ends when the clock is set right
 * or an admin confirms it.
 */
export async function readClock(db: Db | Tx, now = new Date()): Promise<ClockReport> {
  const { ranAt } = await db.dailyJob.findUniqueOrThrow({ where: { id: 1 } });
  const pause = ranAt === null ? 0 : Math.abs(now.getTime() - ranAt.getTime());
  return {
    held: pause > LONGEST_PAUSE,
    now: now.toISOString(),
    ranAt: ranAt?.toISOString() ?? null,
  };
}

/** Notes a daily job that trusts the clock. */
export async function noteDailyJob(db: Db | Tx, ranAt: Date): Promise<void> {
  await db.dailyJob.updateMany({ data: { ranAt } });
}

/** An admin says that the clock is right: the daily job goes on. */
export async function confirmClock(tx: Tx, actor: Actor, now = new Date()): Promise<void> {
  await noteDailyJob(tx, now);
  await audit(tx, actor, { kind: 'clock-confirmed' }, now);
}
