import { join } from 'node:path';
import { type Config, readOne } from '#server/settings/config.ts';
import { dataFolder } from '#server/settings/data-folder.ts';
import type { Kept } from './outdated-backups.ts';

/** Where backups go, and how many are kept. */
export interface BackupSettings extends Kept {
  databaseUrl: string;
  folder: string;
}

/** The settings of the server. */
export function backupSettingsOf(
  config: Pick<
    Config,
    'databaseUrl' | 'backupFolder' | 'backupDaily' | 'backupWeekly' | 'backupMonthly'
  >,
): BackupSettings {
  const { databaseUrl, backupFolder, backupDaily, backupWeekly, backupMonthly } = config;
  return {
    databaseUrl,
    folder: backupFolder ?? join(dataFolder(databaseUrl), 'backups'),
    daily: backupDaily,
    weekly: backupWeekly,
    monthly: backupMonthly,
  };
}

/** The settings of a command beside the server. Throws a ConfigError. */
export function readBackupSettings(environment: NodeJS.ProcessEnv): BackupSettings {
  return backupSettingsOf({
    databaseUrl: readOne(environment, 'DATABASE_URL'),
    backupFolder: readOne(environment, 'BACKUP_FOLDER'),
    backupDaily: readOne(environment, 'BACKUP_DAILY'),
    backupWeekly: readOne(environment, 'BACKUP_WEEKLY'),
    backupMonthly: readOne(environment, 'BACKUP_MONTHLY'),
  });
}
