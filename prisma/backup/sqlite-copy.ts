import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BackupFailed, backupFailed } from './backup-failed.ts';

/** What copy-program.ts answers. */
export type CopyOutcome =
  | { ok: true }
  | { ok: false; damaged: boolean; code: string; message: string };

/** Its program: the source in tests and development, else what the build has made of it. */
const isSource = import.meta.url.endsWith('.ts');
const PROGRAM = new URL(`./copy-program.${isSource ? 'ts' : 'js'}`, import.meta.url);

/**
 * Copies a database that is in use, as it is at one moment, and checks the copy: it is whole and has as
 * many rows in every table. Runs in a process of its own, because the check reads the whole copy.
 *
 * @throws BackupFailed
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  const child = fork(fileURLToPath(PROGRAM), [from, to], {
    execArgv: isSource ? ['--import', 'tsx'] : [],
  });
  const outcome = await new Promise<CopyOutcome>((resolve, reject) => {
    child.once('message', (message) => resolve(message as CopyOutcome));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The copying process ended with ${code}.`)));
  });
  if (outcome.ok) return;
  const { damaged, code, message } = outcome;
  if (damaged) throw new BackupFailed('damaged', message);
  throw backupFailed(Object.assign(new Error(message), { code }));
}
