import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { missingDeployment } from '#server/test/programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const MADE = join(ROOT, 'dist', 'release');

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the unpacked release; everybody may read it. */
    release: string;
  }
}

/** Vitest's global setup: makes the release from the build and unpacks it outside the project. */
export function setup(project: TestProject): () => void {
  tellWhatIsLeftOut();
  execFileSync('npm', ['run', 'release'], { cwd: ROOT, stdio: 'pipe' });
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const archive = readdirSync(MADE).find((name) => name.endsWith('.tar.gz'));
  execFileSync('tar', ['-xzf', join(MADE, String(archive)), '-C', folder]);
  execFileSync('chmod', ['-R', 'a-w,a+rX', folder]);
  project.provide('release', join(folder, String(readdirSync(folder)[0])));
  return () => {
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true });
  };
}

function tellWhatIsLeftOut(): void {
  const missing = missingDeployment();
  if (missing.length === 0) return;
  const titles = missing.map(({ title }) => title).join(', ');
  const packages = missing.flatMap((each) => each.packages).join(' ');
  console.warn(`Not tested with ${titles}: on Debian "apt-get install ${packages}".`);
}
