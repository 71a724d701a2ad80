import { BACKUP_FAILURES, type BackupReport } from '#contract/backups/backups.ts';
import type { Db } from '#prisma/client.ts';
import { audit, SERVER } from '#server/domain/common/audit.ts';
import { wordOf } from '#server/domain/replication/words.ts';

/** The time between two backups, in milliseconds. */
const PERIOD = 24 * 60 * 60_000;
/** After a failed attempt, in milliseconds. */
const RETRY_AFTER = 15 * 60_000;
/** How long a claim holds that is not extended, in milliseconds. */
const CLAIM = 2 * 60_000;

/** A backup that was made. */
export interface MadeBackup {
  file: string;
  size: number;
  /** How many are kept, this one included. */
  kept: number;
}

/** The state for admins. */
export async function reportBackups(
  db: Db,
  enabled: boolean,
  now = new Date(),
): Promise<BackupReport> {
  const state = await db.backupState.findUniqueOrThrow({ where: { id: 1 } });
  const { madeAt, size, kept, failedAt, failure } = state;
  const isOld = madeAt !== null && now.getTime() - madeAt.getTime() > 2 * PERIOD;
  return {
    enabled,
    madeAt: madeAt?.toISOString() ?? null,
    size,
    kept,
    overdue: enabled && isOld,
    failedAt: failedAt?.toISOString() ?? null,
    failure: failure === null ? null : wordOf(BACKUP_FAILURES, failure),
  };
}

/** The file of the newest backup; null before the first. */
export async function newestBackup(db: Db): Promise<string | null> {
  return (await db.backupState.findUniqueOrThrow({ where: { id: 1 } })).file;
}

/**
 * Claims the next backup for this process. Of several processes one gets it.
 *
 * @param when `due`: a day after the last one; `gone`: the newest is not there any more. Both wait for 15 minutes
 *   after a failure. `now`: a person asks for one.
 * @returns whether this process makes it
 */
export async function claimBackup(
  db: Db,
  when: 'due' | 'gone' | 'now',
  now = new Date(),
): Promise<boolean> {
  const ago = (time: number) => new Date(now.getTime() - time);
  const isDue = {
    OR: [
      { madeAt: null },
      { madeAt: { lte: ago(PERIOD) } },
      // The clock was set back.
      { madeAt: { gt: new Date(now.getTime() + PERIOD) } },
    ],
  };
  const mayRetry = {
    OR: [{ failedAt: null }, { failedAt: { lte: ago(RETRY_AFTER) } }, { failedAt: { gt: now } }],
  };
  const isFree = { OR: [{ claimedUntil: null }, { claimedUntil: { lt: now } }] };
  const conditions = { due: [isDue, mayRetry], gone: [mayRetry], now: [] };
  const { count } = await db.backupState.updateMany({
    where: { AND: [isFree, ...conditions[when]] },
    data: { claimedUntil: new Date(now.getTime() + CLAIM) },
  });
  return count === 1;
}

/** Extends a claim; call it every minute. */
export async function extendClaim(db: Db, now = new Date()): Promise<void> {
  const claimedUntil = new Date(now.getTime() + CLAIM);
  await db.backupState.updateMany({ data: { claimedUntil } });
}

/** Notes a backup and ends the claim. */
export async function noteBackup(
  db: Db,
  { file, size, kept }: MadeBackup,
  now = new Date(),
): Promise<void> {
  const data = { file, size, kept, madeAt: now, failedAt: null, failure: null };
  await db.$transaction(async (tx) => {
    await tx.backupState.updateMany({ data: { ...data, claimedUntil: null } });
    await audit(tx, SERVER, { kind: 'backup-made', detail: file });
  });
}

/** Notes that a backup failed and ends the claim. */
export async function noteBackupFailure(
  db: Db,
  failure: BackupReport['failure'],
  now = new Date(),
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.backupState.updateMany({ data: { claimedUntil: null, failedAt: now, failure } });
    await audit(tx, SERVER, { kind: 'backup-failed', detail: failure });
  });
}
