/** Copies backups into a second folder in a process of its own, for copy-backups.ts. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyBackup } from '#prisma/backup/backup.ts';
import { BackupFailed } from '#prisma/backup/backup-failed.ts';
import { answerCaller } from '#prisma/backup/own-process.ts';
import type { CopyOrder } from './copy-backups.ts';
import {
  backupsIn,
  isFolder,
  refuseOthersIn,
  removeOutdated,
  removePartial,
} from './outdated-backups.ts';

await answerCaller(() => copy(JSON.parse(process.argv[2] ?? '')));

async function copy({ folder, copyTo, kept, isFirst, now }: CopyOrder): Promise<void> {
  if (!isFolder(copyTo)) {
    throw new BackupFailed('no-folder', `${copyTo} is no folder: is its disk mounted?`);
  }
  removePartial(copyTo);
  const there = new Set(readdirSync(copyTo));
  const own = backupsIn(folder);
  if (isFirst) refuseOthersIn(copyTo, own);
  for (const { name } of own) {
    if (!there.has(name)) await copyBackup(join(folder, name), join(copyTo, name));
  }
  removeOutdated(copyTo, kept, now === null ? null : new Date(now));
}
