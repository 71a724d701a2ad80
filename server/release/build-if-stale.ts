/** The first step of `npm start` and `npm run release`: builds unless `dist/` is of these sources. */
import { spawn } from 'node:child_process';
import { readBuildRecord } from './build-record.ts';
import { digestSources } from './sources.ts';

if (readBuildRecord()?.sources !== digestSources()) process.exitCode = await build();

/** Resolves with the exit code of `npm run build`. A signal stops all of its processes. */
function build(): Promise<number> {
  const child = spawn('npm', ['run', 'build'], { detached: true, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => child.pid && process.kill(-child.pid, signal));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
