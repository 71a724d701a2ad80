import { execFile } from 'node:child_process';

/** The longest that a test waits for the simulation, in milliseconds. */
export const MINUTES = 15 * 60_000;

export interface Ended<Result> {
  result: Result;
  /** The lines of a failure. */
  said: string;
}

/** Runs the simulation as a program of its own, as `npm run simulate -- …` does. */
export function simulate<Result>(...options: string[]): Promise<Ended<Result>> {
  return new Promise((resolve, reject) => {
    const program = ['--import', 'tsx', 'pwa/simulation/main.ts', ...options];
    const room = { maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, program, room, (_, output, said) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      if (last.startsWith('{')) resolve({ result: JSON.parse(last), said });
      else reject(new Error(said));
    });
  });
}
