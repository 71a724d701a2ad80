import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { precache } from './precache.ts';
import type { CacheGroup } from './prerender.ts';

test('visitors get the names of the public page’s files; the list of the others is a file of its own, named by all of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'precache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  const groups = new Map<string, CacheGroup>([
    ['assets/site-12345678.js', 'site'],
    ['assets/site-german12.js', 'de'],
    ['assets/display-ext-12345678.woff2', 'face'],
    ['index.html', 'page'],
  ]);
  const files = (page: string) => {
    const found = [['icons/icon-192.png', 'a'], ['index.html', page], ['app.html', 'b'], ...groups];
    return precache(
      found.map(([url = '', revision = null]) => ({ url, revision, size: 1 })),
      groups,
      folder,
    ).map(({ url, group }) => [group, url]);
  };

  const [[, list] = [], ...own] = files('one');
  expect(list).toMatch(/^assets\/files-[\w-]{8}\.json$/);
  expect(own).toEqual([
    ['site', 'assets/site-12345678.js'],
    ['de', 'assets/site-german12.js'],
    ['face', 'assets/display-ext-12345678.woff2'],
  ]);
  const listed = JSON.parse(readFileSync(join(folder, list ?? ''), 'utf8'));
  expect(listed).toEqual(['app.html', 'icons/icon-192.png']);

  expect(files('one')[0]).toEqual(['list', list]);
  expect(files('another')[0]).not.toEqual(['list', list]);
});
