/** `agency backup` makes a backup of the database of DATABASE_URL at once, also while the server runs. */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupFailed } from '#prisma/backup/backup-failed.ts';
import { DatabaseRefused } from '#prisma/database-refused.ts';
import { backUpByHand } from '#server/backups/back-up-if-due.ts';
import { readBackupSettings } from '#server/backups/backup-settings.ts';
import { type Command, inDatabase, Misused } from './command.ts';
import { reasonOf } from './start-failures.ts';

/** The most backups by hand that can be asked to be kept. */
const MOST_KEPT = 999;

export const backupCommand: Command = {
  usage: (
    agency,
  ) => `${agency} backup             makes a backup at once; it stays until you delete it
${agency} backup --keep=N    the same, and deletes all backups by hand but the newest N: for a timer`,

  async run({ args, environment, say }) {
    const { values } = parseArgs({ args, options: { keep: { type: 'string' } } });
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (keep !== null && !(Number.isInteger(keep) && keep >= 1 && keep <= MOST_KEPT)) {
      throw new Misused();
    }
    const settings = readBackupSettings(environment);
    const outcome = await inDatabase(settings.databaseUrl, (db) =>
      backUpByHand(db, settings, { keep }),
    );
    if (outcome === null) throw new DatabaseRefused('The server is making a backup: wait for it.');
    if (outcome instanceof BackupFailed) throw outcome;
    const { made, size, kept, notCopied } = outcome;
    const stays = keep === null ? 'you delete it' : `${keep} newer ones are made by hand`;
    say(
      `${join(settings.folder, made)} (${size} bytes) is a backup of now, which stays until ${stays}; ${kept} are kept.`,
    );
    if (notCopied) {
      say(`It was not copied to ${settings.copyTo}: ${reasonOf(notCopied)}`);
      process.exitCode = 1;
    }
  },
};
