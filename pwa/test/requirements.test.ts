import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { REQUIREMENTS } from '#pwa/e2e/requirements.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Titles of tests, tables of tests and groups, with the tags behind them; not of skipped ones. */
const TITLE =
  /(?:\b(?:test|describe)(?:\.(?:describe|each|for|sequential))?|[\]\w]\))\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1(?:,\s*\{\s*tag:([^}]*)\})?/g;
const ID = /\b[RHLSFADPTCKIXEWQ]-\d\d\b/g;

test('every requirement is named by a test of the gate', () => {
  const named = new Set(titles().flatMap((title) => title.match(ID) ?? []));
  const missing = Object.keys(REQUIREMENTS).filter((id) => !named.has(id));
  expect(missing).toEqual([]);
  expect([...named].filter((id) => !(id in REQUIREMENTS))).toEqual([]);
});

function titles(): string[] {
  return ['pwa', 'server', 'prisma']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(ROOT, folder, name),
      ),
    )
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(TITLE)].flatMap(([, , title = '', tags = '']) =>
        tags.includes('@all') ? [] : title,
      ),
    );
}
