import { BACKUP_FAILURES, type BackupReport } from '#contract/backups/backups.ts';
import type { Db } from '#prisma/client.ts';
import { audit, SERVER } from '#server/domain/common/audit.ts';
import { wordOf } from '#server/domain/replication/words.ts';

/** The time between two backups by BACKUP_EVERY, in milliseconds. */
export const BACKUP_PERIODS = { hour: 60 * 60_000, day: 24 * 60 * 60_000 } as const;
export type BackupPeriod = keyof typeof BACKUP_PERIODS;

/** What the operator has set. */
export interface BackupPlan {
  backups: 'daily' | 'off';
  backupEvery: BackupPeriod;
  /** Null: nothing is copied. */
  backupCopyTo: string | null;
}

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
  /** A person asked for it. */
  byHand?: boolean;
}

/** The state for admins. */
export async function reportBackups(
  db: Db,
  { backups, backupEvery, backupCopyTo }: BackupPlan,
  now = new Date(),
): Promise<BackupReport> {
  const state = await readBackupState(db);
  const { madeAt, size, kept, failedAt, failure, copiedAt, copyFailure } = state;
  const enabled = backups !== 'off';
  const age = madeAt === null ? 0 : now.getTime() - madeAt.getTime();
  return {
    enabled,
    madeAt: madeAt?.toISOString() ?? null,
    size,
    kept,
    overdue: enabled && age > 2 * BACKUP_PERIODS[backupEvery],
    failedAt: failedAt?.toISOString() ?? null,
    failure: failureOf(failure),
    copies:
      backupCopyTo === null
        ? null
        : { copiedAt: copiedAt?.toISOString() ?? null, failure: failureOf(copyFailure) },
  };
}

function failureOf(word: string | null): BackupReport['failure'] {
  return word === null ? null : wordOf(BACKUP_FAILURES, word);
}

/** The newest backup, as it is stored. */
export function readBackupState(db: Db) {
  return db.backupState.findUniqueOrThrow({ where: { id: 1 } });
}

/**
 * Claims the next backup for this process. Of several processes one gets it.
 *
 * @param when `due`: a period after the last one; `gone`: the newest is not there any more. Both wait for 15 minutes
 *   after a failure. `now`: a person asks for one.
 * @returns whether this process makes it
 */
export async function claimBackup(
  db: Db,
  when: 'due' | 'gone' | 'now',
  every: BackupPeriod,
  now = new Date(),
): Promise<boolean> {
  const period = BACKUP_PERIODS[every];
  const ago = (time: number) => new Date(now.getTime() - time);
  const isDue = {
    OR: [
      { madeAt: null },
      { madeAt: { lte: ago(period) } },
      // The clock was set back.
      { madeAt: { gt: new Date(now.getTime() + period) } },
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

/** Ends a claim. */
export async function endClaim(db: Db): Promise<void> {
  await db.backupState.updateMany({ data: { claimedUntil: null } });
}

/**
 * Notes a backup. The audit log gets those by hand and the first of each UTC day: one every hour would bury what people
 * did.
 */
export async function noteBackup(
  db: Db,
  { file, size, kept, byHand = false }: MadeBackup,
  now = new Date(),
): Promise<void> {
  const data = { file, size, kept, madeAt: now, failedAt: null, failure: null };
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  await db.$transaction(async (tx) => {
    const last = await tx.backupState.findFirst({ select: { madeAt: true } });
    await tx.backupState.updateMany({ data });
    if (!byHand && last?.madeAt && dayOf(last.madeAt) === dayOf(now)) return;
    await audit(tx, SERVER, { kind: 'backup-made', detail: file });
  });
}

/**
 * Notes whether the backup that was made at this moment was copied.
 *
 * @param failure null if it was. The audit log gets the first of several failures.
 */
export async function noteCopy(
  db: Db,
  failure: BackupReport['failure'],
  madeAt: Date,
): Promise<void> {
  const data = failure === null ? { copiedAt: madeAt } : {};
  await db.$transaction(async (tx) => {
    const last = await tx.backupState.findFirst({ select: { copyFailure: true } });
    await tx.backupState.updateMany({ data: { ...data, copyFailure: failure } });
    if (failure === null || last?.copyFailure) return;
    await audit(tx, SERVER, { kind: 'backup-not-copied', detail: failure });
  });
}

/** Notes that a backup failed. */
export async function noteBackupFailure(
  db: Db,
  failure: BackupReport['failure'],
  now = new Date(),
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.backupState.updateMany({ data: { failedAt: now, failure } });
    await audit(tx, SERVER, { kind: 'backup-failed', detail: failure });
  });
}
