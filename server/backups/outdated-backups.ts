import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PARTIAL_SUFFIX } from '#prisma/backup/backup.ts';
import { BackupFailed } from '#prisma/backup/backup-failed.ts';

/** How many backups are kept besides those of the last 24 hours: the newest of each of the last days, weeks and months. */
export interface Kept {
  daily: number;
  weekly: number;
  monthly: number;
  /** How many that were made by hand; all if it is not given. */
  byHand?: number | null;
}

/** Why a backup was made. */
export type BackupKind = 'scheduled' | 'before-upgrade' | 'by-hand';

/** A backup that this program made, from the name of its file. */
export interface NamedBackup {
  name: string;
  madeAt: Date;
  kind: BackupKind;
}

const DAY = 24 * 60 * 60_000;
/** In milliseconds: how long a backup from before an upgrade stays at least. */
const BEFORE_UPGRADE_STAYS = 30 * DAY;
/** So many of the last 24 hours are kept, one an hour. */
const HOURLY = 24;

/** The name of a backup that is made now, such as `agency-2026-11-22T031500Z-by-hand.db`; a scheduled one names no kind. */
export function nameOfBackup(now: Date, suffix: string, kind: BackupKind): string {
  const time = `${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  return `agency-${time}${kind === 'scheduled' ? '' : `-${kind}`}${suffix}`;
}

/** Whether a folder is there. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Removes what a process left behind that was stopped while it made a backup. */
export function removePartial(folder: string): void {
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
export function removeOutdated(folder: string, kept: Kept, now: Date | null): number {
  const backups = backupsIn(folder);
  const old = now ? outdatedBackups(backups, kept, now) : [];
  for (const { name } of old) rmSync(join(folder, name), { force: true });
  return backups.length - old.length;
}

/**
 * Throws BackupFailed if a folder has other backups than these. One from before an upgrade is made by a database that has
 * not started yet.
 */
export function refuseOthersIn(folder: string, own: readonly NamedBackup[]): void {
  const names = new Set(own.map(({ name }) => name));
  const [newest] = backupsIn(folder).filter(
    ({ name, kind }) => kind !== 'before-upgrade' && !names.has(name),
  );
  if (!newest) return;
  throw new BackupFailed(
    'other-database',
    `${folder} has backups of another database. Restore its newest one (agency restore ${join(folder, newest.name)}), or move them into another folder.`,
  );
}

/** The backups in a folder, which may be missing; newest first. */
export function backupsIn(folder: string): NamedBackup[] {
  return backupsAmong(existsSync(folder) ? readdirSync(folder) : []);
}

/** The backups among the files of a folder, newest first. Other files are left out. */
export function backupsAmong(names: readonly string[]): NamedBackup[] {
  return names
    .flatMap((name): NamedBackup[] => {
      const found = NAME.exec(name);
      if (!found) return [];
      const [, day, hours, minutes, seconds, kind = 'scheduled'] = found;
      const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
      return Number.isNaN(madeAt.getTime()) ? [] : [{ name, madeAt, kind: kind as BackupKind }];
    })
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

const NAME =
  /^agency-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z(?:-(before-upgrade|by-hand))?\.(?:db|dump)$/;

/**
 * Which of these backups to delete, newest first. The newest scheduled one always stays, and one an hour of the last 24.
 * One from before an upgrade stays until the next upgrade, and 30 days at least: a roll-back needs it. One made by hand
 * stays until a person deletes it, or asks for so many only.
 */
export function outdatedBackups(
  backups: readonly NamedBackup[],
  { daily, weekly, monthly, byHand = null }: Kept,
  now: Date,
): NamedBackup[] {
  const scheduled = backups.filter(({ kind }) => kind === 'scheduled');
  const kept = new Set(scheduled.slice(0, 1));
  const ageOf = ({ madeAt }: NamedBackup) => now.getTime() - madeAt.getTime();
  const recent = scheduled.filter((backup) => ageOf(backup) < DAY);
  keepNewestOf(recent, (date) => date.toISOString().slice(0, 13), HOURLY, kept);
  keepNewestOf(scheduled, dayOf, daily, kept);
  keepNewestOf(scheduled, mondayOf, weekly, kept);
  keepNewestOf(scheduled, (date) => dayOf(date).slice(0, 7), monthly, kept);
  const [, ...ofOlderUpgrades] = backups.filter(({ kind }) => kind === 'before-upgrade');
  const made = backups.filter(({ kind }) => kind === 'by-hand');
  return [
    ...scheduled.filter((backup) => !kept.has(backup)),
    ...ofOlderUpgrades.filter((backup) => ageOf(backup) > BEFORE_UPGRADE_STAYS),
    ...made.slice(byHand ?? made.length),
  ];
}

/** Keeps the newest backup of each of the newest periods. */
function keepNewestOf(
  backups: readonly NamedBackup[],
  periodOf: (date: Date) => string,
  count: number,
  kept: Set<NamedBackup>,
): void {
  const seen = new Set<string>();
  for (const backup of backups) {
    const period = periodOf(backup.madeAt);
    if (seen.has(period)) continue;
    if (seen.size === count) return;
    seen.add(period);
    kept.add(backup);
  }
}

/** The UTC day. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The UTC day on which the week of a date began. */
function mondayOf(date: Date): string {
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return dayOf(new Date(date.getTime() - sinceMonday * DAY));
}
