import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = readdirSync('pwa', { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(`pwa/${path}`, 'utf8') }));

/**
 * Dexie follows native awaits of a live query only if the query itself is an async function. If a plain one
 * calls an async function, transactions of other queries end too early (PrematureCommitError).
 */
test('a live query that calls an async function is async itself', () => {
  const exported = sources.flatMap(({ text }) => namesIn(text, /export async function (\w+)/g));
  const plain = /(?:[lL]iveQuery\(|\bread:)\s*\(\) =>\s*(?:\(?\w+ \? )?(\w+)\(/g;
  const called = sources.flatMap(({ path, text }) => {
    const isAsync = new Set([...exported, ...namesIn(text, /async function (\w+)/g)]);
    return namesIn(text, plain).map((name) => ({ path, name, isAsync: isAsync.has(name) }));
  });
  expect(called.map(({ name }) => name)).toContain('readHistory');
  expect(called.filter((each) => each.isAsync)).toEqual([]);
});

/** The same holds for the work of a transaction, which may run inside any live query. */
test('the work of a transaction is an async function', () => {
  const works = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\btransaction\(\s*(?:'rw?'|mode),[^;]*?,\s*(async )?\(\) =>/g)].map(
      ([, isAsync]) => ({ path, isAsync: isAsync !== undefined }),
    ),
  );
  expect(works.length).toBeGreaterThan(10);
  expect(works.filter(({ isAsync }) => !isAsync)).toEqual([]);
});

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}
