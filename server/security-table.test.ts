import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const [DEVIATIONS = '', TABLE = ''] = readFileSync(
  join(import.meta.dirname, 'SECURITY.md'),
  'utf8',
).split('## ASVS 5.0 by requirement');

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has; they come first in it. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2
  4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2
  7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3
  11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3
  15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;

const ALL = [...SECTIONS.matchAll(/([\d.]+):(\d+)/g)].flatMap(([, section, count]) =>
  Array.from({ length: Number(count) }, (_, n) => `${section}.${n + 1}`),
);

test('SECURITY.md has every requirement of ASVS levels 1 and 2 once', () => {
  const rows = [...TABLE.matchAll(/^\| (\d+\.\d+\.\d+[\d., to]*) \| (.+) \|$/gm)];
  const covered = rows.flatMap(([, ids = '']) => ids.split(', ').flatMap(requirementsOf));
  expect(covered.sort()).toEqual(ALL.toSorted());
});

test('SECURITY.md explains every deviation that its table names', () => {
  const explained = new Set([...DEVIATIONS.matchAll(/^\| (D\d+) /gm)].map(([, name]) => name));
  const used = new Set(
    [...TABLE.matchAll(/(?:deviation|but for|\() ?(D\d+)/g)].map(([, name]) => name),
  );
  expect(used).toEqual(explained);
});

/** `1.2.6 to 1.2.8` as the three of them. */
function requirementsOf(range: string): string[] {
  const [first = '', last = first] = range.trim().split(' to ');
  return ALL.slice(ALL.indexOf(first), ALL.indexOf(last) + 1);
}
