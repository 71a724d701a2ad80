import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Dexie follows native awaits of a live query only if the query itself is an async function. If a plain one
 * calls an async function, transactions of other queries end too early (PrematureCommitError).
 */
test('a live query that calls an async function is async itself', () => {
  const sources = readdirSync('pwa', { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(`pwa/${path}`, 'utf8') }));
  const exported = sources.flatMap(({ text }) => namesIn(text, /export async function (\w+)/g));
  const plain = /(?:[lL]iveQuery\(|\bread:)\s*\(\) =>\s*(?:\(?\w+ \? )?(\w+)\(/g;
  const called = sources.flatMap(({ path, text }) => {
    const isAsync = new Set([...exported, ...namesIn(text, /async function (\w+)/g)]);
    return namesIn(text, plain).map((name) => ({ path, name, isAsync: isAsync.has(name) }));
  });
  expect(called.map(({ name }) => name)).toContain('readHistory');
  expect(called.filter((each) => each.isAsync)).toEqual([]);
});

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}
