import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { inject, onTestFinished } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Settings besides the database. */
export const SETTINGS = {
  SESSION_KEYS: 'only-for-tests-only-for-tests-0123456789',
  // None is made up in the folder of the sources.
  VAPID_PRIVATE_KEY: `${'a'.repeat(42)}A`,
  RATE_LIMITS: 'off',
  BACKUPS: 'off',
};

/** The server as a process of its own. */
export interface Program {
  child: ChildProcess;
  /** Its output and error output so far. */
  text(): string;
  /** Resolves with the output once it matches, or when the program ends. */
  until(pattern: RegExp): Promise<string>;
  ended: Promise<number | null>;
}

/** The server, or what an operator calls, as bundled for this run (build-programs.ts). */
export function commandOf(...command: [] | [OperatorCommand, ...string[]]): [string, ...string[]] {
  return [process.execPath, join(inject('programs'), 'main.js'), ...command];
}

export type OperatorCommand = 'admin' | 'backup' | 'check' | 'restore';

/**
 * Starts the program with only this environment, on a free port; it is killed when the test ends.
 *
 * @param command another program, e.g. a release
 * @param cwd where the command runs
 */
export function startProgram(
  environment: Record<string, string>,
  [command, ...args]: readonly [string, ...string[]] = commandOf(),
  cwd = ROOT,
): Program {
  const child = spawn(command, args, { cwd, env: { PORT: '0', ...environment } });
  let text = '';
  const watchers = new Set<() => void>();
  const heard = (chunk: Buffer) => {
    text += chunk.toString();
    for (const look of watchers) look();
  };
  child.stdout.on('data', heard);
  child.stderr.on('data', heard);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    text: () => text,
    ended,
    until: (pattern) =>
      new Promise((resolve) => {
        const look = () => pattern.test(text) && resolve(text);
        watchers.add(look);
        look();
        void ended.then(() => resolve(text));
      }),
  };
}

/** The origin in a program's output. */
export function originOf(text: string): string {
  return `http://127.0.0.1:${/port (\d+)/.exec(text)?.[1]}`;
}
