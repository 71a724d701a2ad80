/**
 * `agency restore …` restores a backup into the database of DATABASE_URL while the server is stopped, or tries
 * one out while it runs.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { giveNewEpoch, restore } from '#prisma/backup/restore.ts';
import { drill } from '#prisma/backup/restore-drill.ts';
import { DatabaseRefused } from '#prisma/database-refused.ts';
import { type BackupSettings, readBackupSettings } from '#server/backups/backup-settings.ts';
import { backupsIn } from '#server/backups/outdated-backups.ts';
import { readOne } from '#server/settings/config.ts';
import { type Command, type CommandCall, Misused } from './command.ts';

const OPTIONS = {
  drill: { type: 'boolean', default: false },
  newest: { type: 'boolean', default: false },
  'new-epoch': { type: 'boolean', default: false },
} as const;

export const restoreCommand: Command = {
  usage: (
    agency,
  ) => `${agency} restore FILE            replaces the database by this backup; stop the server first
${agency} restore --newest        the same with the newest one of BACKUP_FOLDER or, if there is none, of BACKUP_COPY_TO
${agency} restore --drill         tries the newest backup out in a temporary place and counts its rows
${agency} restore --drill FILE    tries this backup out
${agency} restore --new-epoch     after you restored by other means: makes the server and the phones know of it`,

  async run({ args, environment, say }) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const [file, ...rest] = positionals;
    const { drill: isDrill, newest: isNewest, 'new-epoch': isNewEpoch } = values;
    const ways = [isDrill, isNewest, isNewEpoch].filter(Boolean).length;
    const takesFile = isDrill || ways === 0;
    if (rest.length > 0 || ways > 1 || (!takesFile && file !== undefined)) throw new Misused();
    const url = readOne(environment, 'DATABASE_URL');
    if (isNewEpoch) {
      await giveNewEpoch(url);
      say('The database has a new epoch: start the server.');
    } else if (isDrill) {
      await tellDrill(url, file ?? newestBackup(readBackupSettings(environment)), say);
    } else {
      const backup = isNewest ? newestBackup(readBackupSettings(environment)) : file;
      if (backup === undefined) throw new Misused();
      const replaced = await restore(url, backup);
      if (isNewest) say(`${backup} is the newest backup.`);
      if (replaced) say(`What was there before is kept as ${replaced}.`);
      say('The backup is back: start the server.');
    }
  },
};

async function tellDrill(url: string, file: string, say: CommandCall['say']): Promise<void> {
  const { rows, problem } = await drill(url, file);
  say(`${file} was restored into a temporary place.`);
  if (problem) say(`The database as it is now was not counted. ${problem}`);
  const width = Math.max(...rows.map(({ table }) => table.length));
  say(`${'table'.padEnd(width)}  restored  now`);
  for (const { table, restored, now } of rows) {
    say(`${table.padEnd(width)}  ${String(restored ?? '-').padStart(8)}  ${now ?? '-'}`);
  }
}

/**
 * The newest backup; in the folder of the copies if the first one has none. Throws DatabaseRefused if there is none, or if
 * the newest copy is none of those in the first folder: two databases made backups, and a person has to choose.
 */
export function newestBackup({ folder, copyTo }: BackupSettings): string {
  const folders = copyTo === null ? [folder] : [folder, copyTo];
  const [newest, copied] = folders.flatMap((each) => {
    const [first] = backupsIn(each);
    return first ? [join(each, first.name)] : [];
  });
  if (newest === undefined)
    throw new DatabaseRefused(`There is no backup in ${folders.join(' or ')}.`);
  if (copied === undefined || existsSync(join(folder, basename(copied)))) return newest;
  throw new DatabaseRefused(
    `Two databases have made backups: name the one to restore, ${newest} or ${copied}`,
  );
}
