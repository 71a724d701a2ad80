import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import site from './locales/en/site.json';
import type { Texts } from './text-key.ts';

const PWA = resolve(import.meta.dirname, '..');
const IMPORT = /from '((?:#pwa|\.)\/[^']+\.tsx?)'/g;
const TEXT = /\bt\(\s*['`]([\w.-]+)(\$\{)?/g;

test('what the landing page imports uses only texts that it carries', () => {
  const files = reachableFrom(resolve(PWA, 'landing/main.tsx'));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    for (const [, key = '', open] of readFileSync(file, 'utf8').matchAll(TEXT)) {
      const found = open ? typeof at(key.replace(/\.$/, '')) === 'object' : isText(key);
      expect(found, `${file.slice(PWA.length)}: ${key}`).toBe(true);
    }
  }
});

/** Every module of ours that the entry imports statically, itself included. */
function reachableFrom(entry: string): string[] {
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      seen.add(
        name.startsWith('#pwa/') ? resolve(PWA, name.slice(5)) : resolve(dirname(file), name),
      );
    }
  }
  return [...seen];
}

function isText(key: string): boolean {
  return typeof at(key) === 'string' || typeof at(`${key}_other`) === 'string';
}

function at(path: string): string | Texts | undefined {
  return path
    .split('.')
    .reduce<string | Texts | undefined>(
      (texts, step) => (typeof texts === 'object' ? texts[step] : undefined),
      site,
    );
}
