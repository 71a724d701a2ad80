import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { digestSources } from './sources.ts';

const CODE = ['vite.config.ts', 'server/main.ts', 'server/http/app.ts', 'pwa/app.html'];
const OTHER = ['server/http/app.test.ts', 'server/README.md', 'prisma/generated/client.ts'];

test('the digest changes with every source, whatever its time of change', () => {
  const root = aProject();
  const digests = [digestSources(root)];
  for (const path of CODE) {
    writeFileSync(join(root, path), 'changed');
    // An unpacked archive brings files that are older than the build.
    utimesSync(join(root, path), 0, 0);
    digests.push(digestSources(root));
  }
  renameSync(join(root, 'server/http/app.ts'), join(root, 'server/http/new.ts'));
  digests.push(digestSources(root));
  rmSync(join(root, 'server/http/new.ts'));
  digests.push(digestSources(root));
  expect(new Set(digests).size).toBe(CODE.length + 3);
});

test('the digest stays when tests, READMEs or generated files change', () => {
  const root = aProject();
  const before = digestSources(root);
  for (const path of OTHER) writeFileSync(join(root, path), 'changed');
  expect(digestSources(root)).toBe(before);
});

function aProject(): string {
  const root = mkdtempSync(join(tmpdir(), 'sources-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const rest = ['package.json', 'package-lock.json', 'prisma.config.ts', 'tsconfig.json'];
  for (const path of [...rest, ...CODE, ...OTHER]) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
  return root;
}
