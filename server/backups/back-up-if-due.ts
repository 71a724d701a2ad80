import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BACKUP_SUFFIX, PARTIAL_SUFFIX, writeBackup } from '#prisma/backup/backup.ts';
import { type BackupFailed, backupFailed } from '#prisma/backup/backup-failed.ts';
import type { Db } from '#prisma/client.ts';
import { providerOf } from '#prisma/url.ts';
import {
  claimBackup,
  extendClaim,
  newestBackup,
  noteBackup,
  noteBackupFailure,
} from '#server/domain/people/backup-state.ts';
import { readClock } from '#server/domain/people/trusted-clock.ts';
import type { BackupSettings } from './backup-settings.ts';
import {
  type BackupKind,
  backupsIn,
  type Kept,
  nameOfBackup,
  outdatedBackups,
} from './outdated-backups.ts';

/** The result of an attempt. */
export type BackupOutcome =
  | { made: string; size: number; kept: number; milliseconds: number }
  | BackupFailed;

/** Between two extensions of the claim, in milliseconds. */
const EXTEND_EVERY = 60_000;

/**
 * Makes a backup if one is due and no other process makes it, then deletes backups that are too old. A
 * failure is noted for the admins and retried by a later call.
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
  const newest = await newestBackup(db);
  // The folder of another machine's process cannot be seen; that of an embedded database is here.
  const isHere = providerOf(databaseUrl) === 'sqlite';
  const isGone = isHere && newest !== null && !existsSync(join(folder, newest));
  return (await claimBackup(db, isGone ? 'gone' : 'due', now))
    ? makeClaimed(db, settings, 'daily', now)
    : null;
}

/**
 * Makes a backup on demand, which stays until a person deletes it. The next daily one follows a day later.
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
  return (await claimBackup(db, 'now', now))
    ? makeClaimed(db, { ...settings, byHand: keep }, 'by-hand', now)
    : null;
}

async function makeClaimed(
  db: Db,
  settings: BackupSettings,
  kind: BackupKind,
  now: Date,
): Promise<BackupOutcome> {
  const { folder } = settings;
  const extending = setInterval(() => void extendClaim(db).catch(() => undefined), EXTEND_EVERY);
  const start = performance.now();
  try {
    removePartial(folder);
    const { file, size } = await writeNamed(settings, kind, now);
    const { held } = await readClock(db, now);
    const kept = removeOutdated(folder, settings, held ? null : now);
    await noteBackup(db, { file, size, kept }, now);
    return { made: file, size, kept, milliseconds: Math.round(performance.now() - start) };
  } catch (error) {
    const failed = backupFailed(error);
    await noteBackupFailure(db, failed.failure, now);
    return failed;
  } finally {
    clearInterval(extending);
  }
}

/**
 * Makes a backup of a database that is about to be migrated: none of its tables can be used yet.
 *
 * @returns its path
 * @throws BackupFailed
 */
export async function backUpBeforeMigration(settings: BackupSettings): Promise<string> {
  const { file } = await writeNamed(settings, 'before-upgrade', new Date());
  return join(settings.folder, file);
}

async function writeNamed({ databaseUrl, folder }: BackupSettings, kind: BackupKind, now: Date) {
  const file = nameOfBackup(now, BACKUP_SUFFIX[providerOf(databaseUrl)], kind);
  return { file, size: await writeBackup(databaseUrl, join(folder, file)) };
}

/** Removes what a process left behind that was stopped while it made a backup. */
function removePartial(folder: string): void {
  if (!existsSync(folder)) return;
  const isPartial = new RegExp(`^agency-.*\\${PARTIAL_SUFFIX}(-journal|-wal|-shm)?$`);
  for (const name of readdirSync(folder)) {
    if (isPartial.test(name)) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Returns how many backups are left.
 *
 * @param now null if the clock is not trusted: the days in the names of the files are not, either
 */
function removeOutdated(folder: string, kept: Kept, now: Date | null): number {
  const backups = backupsIn(folder);
  const old = now ? outdatedBackups(backups, kept, now) : [];
  for (const { name } of old) rmSync(join(folder, name), { force: true });
  return backups.length - old.length;
}
