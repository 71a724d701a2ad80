import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A measured server in its own process. */
export interface Measured {
  origin: string;
  /** Milliseconds from its start until it listens. */
  startedIn: number;
  /** Memory in bytes, now and at its peak. */
  memory(): { now: number; peak: number };
  /** The longest block of its event loop since the last call, in milliseconds. */
  longestDelay(): Promise<number>;
  stop(): Promise<void>;
}

/** Runs inside the measured process and reports the longest block of its event loop. */
const REPORTER = `
  import { monitorEventLoopDelay } from 'node:perf_hooks';
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    process.stdout.write('delay ' + delay.max / 1e6 + ';');
    delay.reset();
  });`;

/** Starts a program and waits until it writes `port <number>`. */
export async function startMeasured(
  args: string[],
  env: Record<string, string> = {},
): Promise<Measured> {
  const start = performance.now();
  const reporter = ['--import', `data:text/javascript,${encodeURIComponent(REPORTER)}`];
  const child: ChildProcess = spawn(process.execPath, [...reporter, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let heard: (delay: number) => void = () => {};
  const port = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text = text.slice(-10_000) + chunk.toString();
      const found = /port (\d+)/.exec(text)?.[1];
      if (found) resolve(found);
      const delay = /delay ([\d.]+);/.exec(text)?.[1];
      if (delay === undefined) return;
      text = '';
      heard(Number(delay));
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
    longestDelay: () =>
      new Promise((resolve) => {
        heard = resolve;
        child.kill('SIGUSR2');
      }),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}
