import { existsSync } from 'node:fs';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { missingFile } from '#prisma/database-refused.ts';
import { refuseUnmigrated } from '#prisma/migrate.ts';
import { providerOf, sqlitePath } from '#prisma/url.ts';
import { explainFailure } from './start-failures.ts';

/** The command was called with arguments that it does not know; its usage is shown. */
export class Misused extends Error {
  override readonly name = 'Misused';
}

/** How a command was called. */
export interface CommandCall {
  args: string[];
  environment: NodeJS.ProcessEnv;
  /** Prints a line. */
  say(line: string): void;
}

/**
 * Runs a command beside the server with the arguments of this process. Exits with 0; with 1 and one line for each
 * thing that a person can mend; with 2 and the usage if it was called in a wrong way.
 */
export async function runCommand(
  usage: string,
  work: (call: CommandCall) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  if (args.includes('--help') || args.includes('-h')) return say(usage);
  try {
    await work({ args, environment: process.env, say });
  } catch (error) {
    process.exitCode = isMisuse(error) ? 2 : 1;
    for (const line of isMisuse(error) ? [usage] : explainFailure(error)) console.error(line);
  }
}

/** Opens the database at `url` for `work`. Throws DatabaseRefused if there is none that this program can use. */
export async function inDatabase<R>(url: string, work: (db: Db) => Promise<R>): Promise<R> {
  if (providerOf(url) === 'sqlite' && !existsSync(sqlitePath(url))) {
    throw missingFile(sqlitePath(url));
  }
  await refuseUnmigrated(url);
  const db = await openDatabase(url);
  try {
    return await work(db);
  } finally {
    await closeDatabase(db);
  }
}

/** Also for arguments that parseArgs refuses. */
function isMisuse(error: unknown): boolean {
  const isRefusedByNode =
    error instanceof TypeError && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code));
  return error instanceof Misused || isRefusedByNode;
}
