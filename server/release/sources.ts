import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = [
  'package.json',
  'package-lock.json',
  'prisma.config.ts',
  'tsconfig.json',
  'vite.config.ts',
  'prisma',
  'pwa',
  'server',
];
/** Made from other sources, or not part of the build. */
const IGNORED =
  /\.gen\.|\.(test|spec|bench)\.tsx?$|\.md$|^(generated|bench|deploy|e2e|pictures|simulation|test)$/;

/**
 * SHA-256 of everything that the build is made from. Not the newest time of change: an unpacked archive
 * or an older commit may bring files that are older than the build.
 */
export function digestSources(root = ROOT): string {
  const digest = createHash('sha256');
  for (const path of SOURCES.flatMap((path) => filesOf(root, path))) {
    const content = readFileSync(join(root, path));
    digest.update(`${path}\0${content.length}\0`).update(content);
  }
  return digest.digest('hex');
}

/** Relative to `root`, in a stable order. */
function filesOf(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !IGNORED.test(name))
    .sort()
    .flatMap((name) => filesOf(root, `${path}/${name}`));
}
