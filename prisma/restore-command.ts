/**
 * `npm run restore -- FILE` restores a backup into the database of DATABASE_URL while the server is
 * stopped. `npm run restore` alone finishes a restore by other means. `npm run restore -- --drill` tries the
 * newest backup out in a temporary place, also while the server runs; `--drill FILE` another one.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseRefused } from './migrate.ts';
import { restore } from './restore.ts';
import { drill } from './restore-drill.ts';
import { providerOf, sqlitePath } from './url.ts';

// biome-ignore lint/style/noProcessEnv: prisma stands alone and cannot use the server's config.ts
const { DATABASE_URL, BACKUP_FOLDER } = process.env;
const url = DATABASE_URL?.trim() || 'file:data/agency.db';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { drill: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (values.drill) await tellDrill(file ?? newestBackup());
  else await tellRestore(file);
} catch (error) {
  const isExpected =
    error instanceof DatabaseRefused || (error instanceof TypeError && 'code' in error);
  if (!isExpected) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function tellRestore(file: string | undefined): Promise<void> {
  const replaced = await restore(url, file);
  if (replaced) say(`What was there before is kept as ${replaced}.`);
  say('The backup is back: start the server.');
}

async function tellDrill(file: string): Promise<void> {
  const rows = await drill(url, file);
  say(`${file} was restored into a temporary place.`);
  const width = Math.max(...rows.map(({ table }) => table.length));
  say(`${'table'.padEnd(width)}  restored  now`);
  for (const { table, restored, now } of rows) {
    say(`${table.padEnd(width)}  ${String(restored ?? '-').padStart(8)}  ${now ?? '-'}`);
  }
}

/** The newest of the backups that the server has made: their names sort by time. */
function newestBackup(): string {
  const home = providerOf(url) === 'sqlite' ? dirname(sqlitePath(url)) : 'data';
  const folder = BACKUP_FOLDER?.trim() || join(home, 'backups');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const newest = names
    .filter((name) => /^agency-.*\.(db|dump)$/.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) throw new DatabaseRefused(`There is no backup in ${folder}.`);
  return join(folder, newest);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
