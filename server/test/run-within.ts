import { spawn } from 'node:child_process';

/**
 * Runs a command without input, on our output. Kills it and everything it started after `limit`.
 *
 * @param limit milliseconds
 * @returns whether it exited with 0 in time
 */
export function runWithin(
  limit: number,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  // Detached: it leads a process group, which can be killed as a whole.
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
