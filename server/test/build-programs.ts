import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

const ROOT = resolve(import.meta.dirname, '../..');
/** Within the project: what is not bundled is found in its packages. */
const CACHE = join(ROOT, 'node_modules', '.cache');
/** A process of its own: Prisma's client defines a global __dirname, which Vite's plugins read. */
const BUNDLE = ['--import', 'tsx', join(import.meta.dirname, 'bundle-programs.ts')];

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the server's bundled programs. */
    programs: string;
  }
}

/**
 * Vitest's global setup: bundles the server's programs as a release does, once for the whole run. From its
 * sources the server takes 2.3 times as long to start.
 */
export function setup(project: TestProject): () => void {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'programs-'));
  execFileSync(process.execPath, [...BUNDLE, folder], { cwd: ROOT, stdio: 'inherit' });
  project.provide('programs', folder);
  return () => rmSync(folder, { recursive: true });
}
