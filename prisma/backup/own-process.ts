import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BackupFailed, type BackupFailure, backupFailed } from './backup-failed.ts';

/** What a program answers: null if it has done its work. */
type Answer = { failure: BackupFailure; message: string } | null;

/** How a program's file ends: the sources in tests and development, else what the build has made of them. */
export const PROGRAM_SUFFIX = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/**
 * Runs a program in a process of its own, so that neither long work nor a disk that does not answer holds up the server.
 *
 * @param timeLimit in milliseconds; none if it is not given
 * @throws BackupFailed, or an Error if the process ends before it answers
 */
export async function runInOwnProcess(
  program: URL,
  args: readonly string[],
  timeLimit?: number,
): Promise<void> {
  const child = fork(fileURLToPath(program), args, {
    execArgv: PROGRAM_SUFFIX === '.ts' ? ['--import', 'tsx'] : [],
  });
  let late: NodeJS.Timeout | undefined;
  const answer = await new Promise<Answer>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Answer));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The copying process ended with ${code}.`)));
    if (timeLimit === undefined) return;
    late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new BackupFailed('other', `It took more than ${timeLimit / 60_000} minutes.`));
    }, timeLimit);
  }).finally(() => clearTimeout(late));
  if (answer) throw new BackupFailed(answer.failure, answer.message);
}

/** The main part of such a program. It ends with its work, or as soon as the caller has ended. */
export async function answerCaller(work: () => Promise<void>): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  const answer = await work().then(
    () => null,
    (error: unknown): Answer => {
      const { failure, message } = backupFailed(error);
      return { failure, message };
    },
  );
  process.send?.(answer, () => process.exit(0));
}
