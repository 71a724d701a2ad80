/** `npm run backup` makes a backup of the database of DATABASE_URL at once, also while the server runs. */
import { join } from 'node:path';
import { BackupFailed } from '#prisma/backup/backup-failed.ts';
import { DatabaseRefused } from '#prisma/database-refused.ts';
import { backUpByHand } from '#server/backups/back-up-if-due.ts';
import { readBackupSettings } from '#server/backups/backup-settings.ts';
import { inDatabase, Misused, runCommand } from './command.ts';

const USAGE =
  'npm run backup    makes a backup at once, also while the server runs; it stays until you delete it';

await runCommand(USAGE, async ({ args, environment, say }) => {
  if (args.length > 0) throw new Misused();
  const settings = readBackupSettings(environment);
  const outcome = await inDatabase(settings.databaseUrl, (db) => backUpByHand(db, settings));
  if (outcome === null) throw new DatabaseRefused('The server is making a backup: wait for it.');
  if (outcome instanceof BackupFailed) throw outcome;
  const { made, size, kept } = outcome;
  say(
    `${join(settings.folder, made)} (${size} bytes) is a backup of now, which stays until you delete it; ${kept} are kept.`,
  );
});
