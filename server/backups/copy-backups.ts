import { type BackupFailed, backupFailed } from '#prisma/backup/backup-failed.ts';
import { PROGRAM_SUFFIX, runInOwnProcess } from '#prisma/backup/own-process.ts';
import type { Kept } from './outdated-backups.ts';

/** What copy-backups-program.ts is told. */
export interface CopyOrder {
  folder: string;
  /** It is not made: the folder of a share that is not mounted would be one on the first disk. */
  copyTo: string;
  kept: Kept;
  /** This database has never copied there: what it has not made is of another one. */
  isFirst: boolean;
  /** An ISO instant; null if the clock is not trusted: then nothing is deleted. */
  now: string | null;
}

const PROGRAM = new URL(`./copy-backups-program${PROGRAM_SUFFIX}`, import.meta.url);
/** In milliseconds. A share that hangs must not hold up the next backup. */
const TIME_LIMIT = 30 * 60_000;

/**
 * Copies the backups of a folder that another one lacks, the newest first, and deletes those there that are too old. In a
 * process of its own, because each look into a share that does not answer waits for ever.
 *
 * @returns why they were not copied; null if they were
 */
export async function copyBackups(order: CopyOrder): Promise<BackupFailed | null> {
  const text = JSON.stringify(order);
  return runInOwnProcess(PROGRAM, [text], TIME_LIMIT).then(() => null, backupFailed);
}
