import { dirname, join } from 'node:path';
import { providerOf, sqlitePath } from '#prisma/url.ts';

/** Where files beside the database go: its own folder, or `data` with PostgreSQL. */
export function dataFolder(databaseUrl: string): string {
  return providerOf(databaseUrl) === 'sqlite' ? dirname(sqlitePath(databaseUrl)) : 'data';
}

/** Where backups go: the folder of BACKUP_FOLDER, else one beside those files. */
export function backupFolderOf({
  databaseUrl,
  backupFolder,
}: {
  databaseUrl: string;
  backupFolder: string | null;
}): string {
  return backupFolder ?? join(dataFolder(databaseUrl), 'backups');
}
