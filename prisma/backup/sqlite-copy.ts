import { PROGRAM_SUFFIX, runInOwnProcess } from './own-process.ts';

const PROGRAM = new URL(`./copy-program${PROGRAM_SUFFIX}`, import.meta.url);

/**
 * Copies a database that is in use, as it is at one moment, and checks the copy: it is whole and has as
 * many rows in every table. Runs in a process of its own, because the check reads the whole copy.
 *
 * @throws BackupFailed, or an Error if the process ends before it answers
 */
export function copySqlite(from: string, to: string): Promise<void> {
  return runInOwnProcess(PROGRAM, [from, to]);
}
