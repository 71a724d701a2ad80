import { existsSync, readdirSync } from 'node:fs';

/** How many daily backups are kept: the newest of each of the last days, weeks and months that have one. */
export interface Kept {
  daily: number;
  weekly: number;
  monthly: number;
  /** How many that were made by hand; all if it is not given. */
  byHand?: number | null;
}

/** Why a backup was made. */
export type BackupKind = 'daily' | 'before-upgrade' | 'by-hand';

/** A backup that this program made, from the name of its file. */
export interface NamedBackup {
  name: string;
  madeAt: Date;
  kind: BackupKind;
}

/** In milliseconds: how long a backup from before an upgrade stays at least. */
const BEFORE_UPGRADE_STAYS = 30 * 24 * 60 * 60_000;

/** The name of a backup that is made now, such as `agency-2026-11-22T031500Z-by-hand.db`; a daily one names no kind. */
export function nameOfBackup(now: Date, suffix: string, kind: BackupKind): string {
  const time = `${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  return `agency-${time}${kind === 'daily' ? '' : `-${kind}`}${suffix}`;
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
      const [, day, hours, minutes, seconds, kind = 'daily'] = found;
      const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
      return Number.isNaN(madeAt.getTime()) ? [] : [{ name, madeAt, kind: kind as BackupKind }];
    })
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

const NAME =
  /^agency-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z(?:-(before-upgrade|by-hand))?\.(?:db|dump)$/;

/**
 * Which of these backups to delete, newest first. The newest daily one always stays. One from before an upgrade stays
 * until the next upgrade, and 30 days at least: a roll-back needs it. One made by hand stays until a person deletes it, or
 * asks for so many only.
 */
export function outdatedBackups(
  backups: readonly NamedBackup[],
  { daily, weekly, monthly, byHand = null }: Kept,
  now: Date,
): NamedBackup[] {
  const ofDays = backups.filter(({ kind }) => kind === 'daily');
  const kept = new Set(ofDays.slice(0, 1));
  keepNewestOf(ofDays, dayOf, daily, kept);
  keepNewestOf(ofDays, mondayOf, weekly, kept);
  keepNewestOf(ofDays, (date) => dayOf(date).slice(0, 7), monthly, kept);
  const [, ...ofOlderUpgrades] = backups.filter(({ kind }) => kind === 'before-upgrade');
  const isOver = ({ madeAt }: NamedBackup) =>
    now.getTime() - madeAt.getTime() > BEFORE_UPGRADE_STAYS;
  const made = backups.filter(({ kind }) => kind === 'by-hand');
  return [
    ...ofDays.filter((backup) => !kept.has(backup)),
    ...ofOlderUpgrades.filter(isOver),
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
  return dayOf(new Date(date.getTime() - sinceMonday * 24 * 60 * 60_000));
}
