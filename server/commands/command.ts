import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { missingFile } from '#prisma/database-refused.ts';
import { refuseUnmigrated } from '#prisma/migrate.ts';
import { PROGRAM_FOLDER } from '#prisma/program-folder.ts';
import { providerOf, sqlitePath } from '#prisma/url.ts';
import { explainFailure } from './start-failures.ts';

/** The command was called with arguments that it does not know; its message is shown, or else its usage. */
export class Misused extends Error {
  override readonly name = 'Misused';
}

/** One line about a word that names none of the `known` commands. `under` is the command before the word, if any. */
export function unknownWord(word: string, known: object, under?: string): string {
  const call = [callName(process.env), under, '--help'].filter(Boolean).join(' ');
  return `"${word}" is no command. There are: ${Object.keys(known).join(', ')}. ${call} explains them.`;
}

/** What an operator calls: `agency <name> …`. */
export interface Command {
  /** @param agency how the program is called here */
  usage(agency: string): string;
  run(call: CommandCall): Promise<void>;
}

/** How a command was called. */
export interface CommandCall {
  args: string[];
  environment: NodeJS.ProcessEnv;
  /** Prints a line. */
  say(line: string): void;
}

/**
 * Runs a command. Exits with 0; with 1 and one line for each thing that a person can mend; with 2 and the usage if it
 * was called in a wrong way.
 */
export async function runCommand(
  { usage, run }: Command,
  { environment, ...call }: Omit<CommandCall, 'environment'> & { environment(): NodeJS.ProcessEnv },
): Promise<void> {
  const text = usage(callName(process.env));
  if (call.args.includes('--help') || call.args.includes('-h')) return call.say(text);
  try {
    await run({ ...call, environment: environment() });
  } catch (error) {
    process.exitCode = isMisuse(error) ? 2 : 1;
    const misuse = error instanceof Misused ? error.message || text : text;
    for (const line of isMisuse(error) ? [misuse] : explainFailure(error)) console.error(line);
  }
}

/** How a person calls this program here: by npm in a checkout, else by the file `agency` of the archive. */
export function callName({ AGENCY_CALLED = '', PATH = '' }: NodeJS.ProcessEnv): string {
  if (!AGENCY_CALLED) return existsSync(AGENCY) ? AGENCY : 'npm run agency --';
  return PATH.split(':').includes(dirname(AGENCY_CALLED)) ? 'agency' : AGENCY_CALLED;
}

const AGENCY = join(PROGRAM_FOLDER, 'agency');

/** The version of this program, such as `1.0.0`; that of a release names its commit: `1.0.0+20261125.5f884f2`. */
export function programVersion(): string {
  const file = join(PROGRAM_FOLDER, 'package.json');
  return String(JSON.parse(readFileSync(file, 'utf8')).version);
}

/** An operator's command waits for a busy database up to a minute: nobody but the operator waits with it. */
const PATIENCE = 10;

/** Opens the database at `url` for `work`. Throws DatabaseRefused if there is none that this program can use. */
export async function inDatabase<R>(url: string, work: (db: Db) => Promise<R>): Promise<R> {
  if (providerOf(url) === 'sqlite' && !existsSync(sqlitePath(url))) {
    throw missingFile(sqlitePath(url));
  }
  await refuseUnmigrated(url);
  const db = await openDatabase(url, PATIENCE);
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
