import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import office from './locales/en/office.json';
import site from './locales/en/site.json';
import type { Texts } from './text-key.ts';

const PWA = resolve(import.meta.dirname, '..');
const IMPORT = /from '((?:#pwa|\.)\/[^']+\.tsx?)'/g;
const LAZY = /(?:from |import\()\s*'((?:#pwa|\.)\/[^']+\.tsx?)'/g;
const TEXT = /\bt\(\s*['`]([\w.-]+)(\$\{)?/g;

test.each([
  { what: 'the landing page', entry: 'landing/main.tsx', imports: IMPORT, texts: site },
  // The legal texts would be a tenth of the texts that each start downloads.
  {
    what: 'the back office',
    entry: 'app/main.tsx',
    imports: LAZY,
    texts: { ...site, ...office },
  },
])('what $what imports uses only texts that it carries', ({ entry, imports, texts }) => {
  const files = reachableFrom(resolve(PWA, entry), imports);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    for (const [, key = '', open] of readFileSync(file, 'utf8').matchAll(TEXT)) {
      const found = open
        ? typeof at(texts, key.slice(0, Math.max(0, key.lastIndexOf('.')))) === 'object'
        : isText(texts, key);
      expect(found, `${file.slice(PWA.length)}: ${key}`).toBe(true);
    }
  }
});

/** Every module of ours that the entry imports, itself included. */
function reachableFrom(entry: string, imports: RegExp): string[] {
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      seen.add(
        name.startsWith('#pwa/') ? resolve(PWA, name.slice(5)) : resolve(dirname(file), name),
      );
    }
  }
  return [...seen];
}

function isText(texts: Texts, key: string): boolean {
  return typeof at(texts, key) === 'string' || typeof at(texts, `${key}_other`) === 'string';
}

function at(texts: Texts, path: string): string | Texts | undefined {
  return path
    .split('.')
    .reduce<string | Texts | undefined>(
      (found, step) => (typeof found === 'object' ? found[step] : undefined),
      texts,
    );
}
