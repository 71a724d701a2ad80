import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A server under measurement, in a process of its own. */
export interface Measured {
  origin: string;
  /** Milliseconds from its start until it said that it listens. */
  startedIn: number;
  /** Bytes of memory that it holds now, and that it held at most. */
  memory(): { now: number; peak: number };
  stop(): Promise<void>;
}

/** Starts a program and waits until it writes `port <number>`. */
export async function startMeasured(
  args: string[],
  env: Record<string, string> = {},
): Promise<Measured> {
  const start = performance.now();
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text = text.slice(-10_000) + chunk.toString();
      const found = /port (\d+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`It ended: ${args.join(' ')}`)));
  });
  const startedIn = performance.now() - start;
  return {
    origin: `http://127.0.0.1:${port}`,
    startedIn,
    memory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const of = (name: string) =>
        Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1_024;
      return { now: of('VmRSS'), peak: of('VmHWM') };
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}
