/** How many backups are kept: the newest of each of the last days, weeks and months that have one. */
export interface Kept {
  daily: number;
  weekly: number;
  monthly: number;
}

/** A backup that was made by the server, from the name of its file. */
export interface NamedBackup {
  name: string;
  madeAt: Date;
}

/** The name of a backup that is made now, such as `agency-2026-11-22T031500Z.db`. */
export function nameOfBackup(now: Date, suffix: string): string {
  return `agency-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z${suffix}`;
}

/** The backups among the files of a folder, newest first. Other files are left out. */
export function backupsAmong(names: readonly string[]): NamedBackup[] {
  return names
    .flatMap((name): NamedBackup[] => {
      const found = NAME.exec(name);
      if (!found) return [];
      const [, day, hours, minutes, seconds] = found;
      const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
      return Number.isNaN(madeAt.getTime()) ? [] : [{ name, madeAt }];
    })
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

const NAME = /^agency-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.(?:db|dump)$/;

/** Which of these backups to delete. The newest always stays. */
export function outdatedBackups(
  backups: readonly NamedBackup[],
  { daily, weekly, monthly }: Kept,
): NamedBackup[] {
  const kept = new Set(backups.slice(0, 1));
  keepNewestOf(backups, dayOf, daily, kept);
  keepNewestOf(backups, mondayOf, weekly, kept);
  keepNewestOf(backups, (date) => dayOf(date).slice(0, 7), monthly, kept);
  return backups.filter((backup) => !kept.has(backup));
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
