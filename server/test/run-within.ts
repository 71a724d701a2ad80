import { spawn } from 'node:child_process';

/**
 * Runs a command, its output on ours and nothing to read from us, and kills it with all that it has
 * started when it takes longer than `limit`.
 *
 * @param limit milliseconds
 * @returns whether it ended by itself, and well
 */
export function runWithin(
  limit: number,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  // Detached: the leader of a group of processes, which can be killed as one.
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      resolve(false);
    }, limit);
    const end = (good: boolean) => {
      clearTimeout(timer);
      resolve(good);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}
