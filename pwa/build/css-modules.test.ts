import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { MODULE_OF_CLASS } from '#pwa/lib/first-styles.ts';
import { SHORT_NAMES } from './css-modules.ts';

const PWA = resolve(import.meta.dirname, '..');
const NAME = /(?:\.|@keyframes )([a-zA-Z][\w-]*)/g;

test('every class of the product has a short name of its own, which begins with its module', () => {
  const modules = new Map<string, string>();
  const names = new Set<string>();
  const files = readdirSync(PWA, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.module.css'))) {
    const path = resolve(PWA, file);
    const css = readFileSync(path, 'utf8');
    for (const name of new Set([...css.matchAll(NAME)].map(([, found = '']) => found))) {
      const short = nameOf(name, path, css);
      expect(names, `${file} ${name}`).not.toContain(short);
      names.add(short);
      const module = MODULE_OF_CLASS.exec(short)?.[0] ?? '';
      expect(modules.get(module) ?? file).toBe(file);
      modules.set(module, file);
    }
  }
  expect(names.size).toBeGreaterThan(300);
});

function nameOf(name: string, path: string, css: string): string {
  const { generateScopedName } = SHORT_NAMES;
  if (typeof generateScopedName !== 'function') throw new Error('There is no function.');
  return generateScopedName(name, path, css);
}
