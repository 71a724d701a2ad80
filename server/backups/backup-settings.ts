import type { BackupPeriod } from '#server/domain/people/backup-state.ts';
import { type Config, readOne } from '#server/settings/config.ts';
import { backupFolderOf } from '#server/settings/data-folder.ts';
import type { Kept } from './outdated-backups.ts';

/** Where backups go, how often they are made, and how many are kept. */
export interface BackupSettings extends Kept {
  databaseUrl: string;
  folder: string;
  every: BackupPeriod;
  /** A second folder; null for none. */
  copyTo: string | null;
}

type BackupConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'backupFolder'
  | 'backupEvery'
  | 'backupDaily'
  | 'backupWeekly'
  | 'backupMonthly'
  | 'backupCopyTo'
>;

/** The settings of the server. */
export function backupSettingsOf(config: BackupConfig): BackupSettings {
  return {
    databaseUrl: config.databaseUrl,
    folder: backupFolderOf(config),
    every: config.backupEvery,
    daily: config.backupDaily,
    weekly: config.backupWeekly,
    monthly: config.backupMonthly,
    copyTo: config.backupCopyTo,
  };
}

/** The settings of a command beside the server. Throws a ConfigError. */
export function readBackupSettings(environment: NodeJS.ProcessEnv): BackupSettings {
  return backupSettingsOf({
    databaseUrl: readOne(environment, 'DATABASE_URL'),
    backupFolder: readOne(environment, 'BACKUP_FOLDER'),
    backupEvery: readOne(environment, 'BACKUP_EVERY'),
    backupDaily: readOne(environment, 'BACKUP_DAILY'),
    backupWeekly: readOne(environment, 'BACKUP_WEEKLY'),
    backupMonthly: readOne(environment, 'BACKUP_MONTHLY'),
    backupCopyTo: readOne(environment, 'BACKUP_COPY_TO'),
  });
}
