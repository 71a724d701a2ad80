import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A measured server in its own process. */
export interface Measured {
  origin: string;
  /** Milliseconds from its start until it listens. */
  startedIn: number;
  /** Memory in bytes, now and at its peak. */
  memory(): { now: number; peak: number };
  /** Resolves when the program has written this. */
  said(pattern: RegExp): Promise<void>;
  /** The longest block of its event loop since the last call, in milliseconds. */
  longestDelay(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Runs inside the measured process and reports the longest block of its event loop. Time in which the
 * system ran other programs does not count (the second number of schedstat, in nanoseconds).
 */
const REPORTER = `
  import { readFileSync } from 'node:fs';
  const waited = () => Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[1]) / 1e6;
  let longest = 0;
  let [at, others] = [performance.now(), waited()];
  setInterval(() => {
    const [now, by] = [performance.now(), waited()];
    longest = Math.max(longest, now - at - (by - others) - 1);
    [at, others] = [performance.now(), by];
  }, 1).unref();
  process.on('SIGUSR2', () => {
    process.stdout.write('delay ' + longest + ';');
    longest = 0;
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
  let said = '';
  let listen = () => {};
  const port = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text = text.slice(-10_000) + chunk.toString();
      said = said.slice(-10_000) + chunk.toString();
      listen();
      const found = /port (\d+)/.exec(text)?.[1];
      if (found) resolve(found);
      const delay = /delay ([\d.e-]+);/.exec(text)?.[1];
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
    said: (pattern) =>
      new Promise((resolve) => {
        listen = () => pattern.test(said) && resolve();
        listen();
      }),
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
