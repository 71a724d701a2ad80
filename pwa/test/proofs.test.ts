import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { REQUIREMENTS } from '#pwa/e2e/requirements.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Titles of tests, tables of tests and groups, with the tags behind them; not of skipped ones. */
const TITLE =
  /(?:\b(?:test|describe)(?:\.(?:describe|each|for|sequential))?|[\]\w]\))\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1(?:,\s*\{\s*tag:([^}]*)\})?/g;
const REQUIREMENT = /\b[RHLSFADPTCKIXEWQ]-\d\d\b/g;
/** A proof of a row in the table of server/SECURITY.md. */
const PROOF = /\bV\d+\.\d+\.\d+\b/g;
/** The gate leaves these files to `npm run test:all`: they need the archive and the proxies. */
const NOT_IN_GATE = /^server\/(release|deploy)\//;
/** Proofs that only `npm run test:all` gives. */
const NOT_PROVED_IN_GATE = ['V13.2.1', 'V13.4.1', 'V15.1.2', 'V3.3.2', 'V4.1.2'];

const TITLES = titles();

test('every requirement is named by a test of the gate, and no other', () => {
  expect(idsOf(REQUIREMENT, TITLES.inGate)).toEqual(Object.keys(REQUIREMENTS).toSorted());
});

test('a test carries every proof that SECURITY.md names, and no other', () => {
  const named = readFileSync(join(ROOT, 'server/SECURITY.md'), 'utf8').split('\n');
  const rows = named.filter((line) => /^\| \d/.test(line));
  expect(idsOf(PROOF, [...TITLES.inGate, ...TITLES.others])).toEqual(idsOf(PROOF, rows));
});

test('the proofs that the gate does not give are known', () => {
  const inGate = idsOf(PROOF, TITLES.inGate);
  const others = idsOf(PROOF, TITLES.others).filter((id) => !inGate.includes(id));
  expect(others).toEqual(NOT_PROVED_IN_GATE);
});

function idsOf(id: RegExp, texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(id) ?? []))].toSorted();
}

function titles(): { inGate: string[]; others: string[] } {
  const inGate: string[] = [];
  const others: string[] = [];
  const files = ['pwa', 'server', 'prisma'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  );
  for (const file of files.filter((name) => /\.(test|spec)\.tsx?$/.test(name))) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const [, , title = '', tags = ''] of source.matchAll(TITLE)) {
      (tags.includes('@all') || NOT_IN_GATE.test(file) ? others : inGate).push(title);
    }
  }
  return { inGate, others };
}
