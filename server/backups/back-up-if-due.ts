import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BACKUP_SUFFIX, writeBackup } from '#prisma/backup/backup.ts';
import { BackupFailed, backupFailed } from '#prisma/backup/backup-failed.ts';
import type { Db } from '#prisma/client.ts';
import { providerOf } from '#prisma/url.ts';
import {
  claimBackup,
  endClaim,
  extendClaim,
  noteBackup,
  noteBackupFailure,
  noteCopy,
  readBackupState,
} from '#server/domain/people/backup-state.ts';
import { readClock } from '#server/domain/people/trusted-clock.ts';
import type { BackupSettings } from './backup-settings.ts';
import { copyBackups } from './copy-backups.ts';
import {
  type BackupKind,
  nameOfBackup,
  refuseOthersIn,
  removeOutdated,
  removePartial,
} from './outdated-backups.ts';

/** The result of an attempt. */
export type BackupOutcome =
  | {
      made: string;
      size: number;
      kept: number;
      milliseconds: number;
      /** Why it was not copied; null if it was. */
      notCopied?: BackupFailed | null;
    }
  | BackupFailed;

/** Between two extensions of the claim, in milliseconds. */
const EXTEND_EVERY = 60_000;

/**
 * Makes a backup if one is due and no other process makes it, then deletes backups that are too old and copies what is
 * left. A failure is noted for the admins and retried by a later call, that of a copy with the next backup.
 *
 * @returns null if none is due
 * @throws if the database does not answer
 */
export async function backUpIfDue(
  db: Db,
  settings: BackupSettings,
  now = new Date(),
): Promise<BackupOutcome | null> {
  const { databaseUrl, folder } = settings;
  const { file: newest } = await readBackupState(db);
  // The folder of another machine's process cannot be seen; that of an embedded database is here.
  const isHere = providerOf(databaseUrl) === 'sqlite';
  const isGone = isHere && newest !== null && !existsSync(join(folder, newest));
  // While the clock is not trusted nothing is deleted: the disk takes one a day longer than one an hour.
  const { held } = await readClock(db, now);
  return (await claimBackup(db, isGone ? 'gone' : 'due', held ? 'day' : settings.every, now))
    ? makeClaimed(db, settings, 'scheduled', now)
    : null;
}

/**
 * Makes a backup on demand, which stays until a person deletes it. The next scheduled one follows a period later.
 *
 * @param keep how many backups by hand stay; null for all
 * @returns null if another process is making one
 * @throws if the database does not answer
 */
export async function backUpByHand(
  db: Db,
  settings: BackupSettings,
  { now = new Date(), keep = null }: { now?: Date; keep?: number | null } = {},
): Promise<BackupOutcome | null> {
  return (await claimBackup(db, 'now', settings.every, now))
    ? makeClaimed(db, { ...settings, byHand: keep }, 'by-hand', now)
    : null;
}

async function makeClaimed(
  db: Db,
  settings: BackupSettings,
  kind: BackupKind,
  now: Date,
): Promise<BackupOutcome> {
  const extending = setInterval(() => void extendClaim(db).catch(() => undefined), EXTEND_EVERY);
  try {
    const { held } = await readClock(db, now);
    const { file, copiedAt } = await readBackupState(db);
    const isNew = (await db.restore.count()) === 0;
    const when = { now, trusted: held ? null : now, isFirst: isNew && file === null };
    const made = await makeNoted(db, settings, kind, when);
    if (made instanceof BackupFailed || settings.copyTo === null) return made;
    const first = { ...when, isFirst: isNew && copiedAt === null };
    return { ...made, notCopied: await copyNoted(db, settings, first) };
  } finally {
    clearInterval(extending);
    await endClaim(db);
  }
}

interface When {
  now: Date;
  /** The same; null if the clock is not trusted: then nothing is deleted. */
  trusted: Date | null;
  /** This database has never written into the folder, nor come from a backup: what is there is of another one. */
  isFirst: boolean;
}

async function makeNoted(
  db: Db,
  settings: BackupSettings,
  kind: BackupKind,
  when: When,
): Promise<BackupOutcome> {
  const { folder } = settings;
  const { now, trusted } = when;
  const start = performance.now();
  try {
    removePartial(folder);
    if (when.isFirst) await refuseOthers(settings, when);
    const { file, size } = await writeNamed(settings, kind, now);
    const kept = removeOutdated(folder, settings, trusted);
    await noteBackup(db, { file, size, kept, byHand: kind === 'by-hand' }, now);
    return { made: file, size, kept, milliseconds: Math.round(performance.now() - start) };
  } catch (error) {
    const failed = backupFailed(error);
    await noteBackupFailure(db, failed.failure, now);
    return failed;
  }
}

/**
 * Throws if a database that has never made a backup finds some. After the loss of a disk a server may start on an empty
 * one: its backups of nothing would take the places of those that are to be restored.
 */
async function refuseOthers(settings: BackupSettings, when: When): Promise<void> {
  refuseOthersIn(settings.folder, []);
  const failed = await copyAway(settings, when);
  // Another failure of the copies is no reason to make no backup; it is noted after it.
  if (failed?.failure === 'other-database') throw failed;
}

/** A copy that fails is no failure of the backup. */
async function copyNoted(db: Db, settings: BackupSettings, when: When) {
  const failed = await copyAway(settings, when);
  await noteCopy(db, failed?.failure ?? null, when.now);
  return failed;
}

async function copyAway(settings: BackupSettings, { trusted, isFirst }: When) {
  const { folder, copyTo, daily, weekly, monthly, byHand = null } = settings;
  if (copyTo === null) return null;
  const kept = { daily, weekly, monthly, byHand };
  return copyBackups({ folder, copyTo, kept, isFirst, now: trusted?.toISOString() ?? null });
}

/**
 * Makes a backup of a database that is about to be migrated: none of its tables can be used yet.
 *
 * @returns its path
 * @throws BackupFailed
 */
export async function backUpBeforeMigration(settings: Place): Promise<string> {
  const { file } = await writeNamed(settings, 'before-upgrade', new Date());
  return join(settings.folder, file);
}

type Place = Pick<BackupSettings, 'databaseUrl' | 'folder'>;

async function writeNamed({ databaseUrl, folder }: Place, kind: BackupKind, now: Date) {
  const file = nameOfBackup(now, BACKUP_SUFFIX[providerOf(databaseUrl)], kind);
  return { file, size: await writeBackup(databaseUrl, join(folder, file)) };
}
