import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import type { CacheGroup } from './prerender.ts';

/** A file of the build, as Workbox finds it. */
interface Found {
  url: string;
  revision: string | null;
  size: number;
}

/**
 * A file that the service worker knows by its own script: with the group `list` the list of the back
 * office's files.
 */
interface Precached extends Found {
  group: 'site' | Language | 'face' | 'list';
}

/**
 * What the service worker's script has of the build: the public page's files, and the name of a list of the back
 * office's, which it fetches after a sign-in. A visitor downloads 5.4 KB of worker instead of 9.1. The name changes
 * with any file of the build.
 */
export function precache(
  found: readonly Found[],
  groups: ReadonlyMap<string, CacheGroup>,
  folder: string,
): Precached[] {
  const sorted = [...found].sort((one, other) => (one.url < other.url ? -1 : 1));
  const urlsOf = (wanted: CacheGroup) =>
    sorted.map(({ url }) => url).filter((url) => (groups.get(url) ?? 'office') === wanted);
  const build = createHash('sha256');
  for (const { url, revision } of sorted) build.update(`${url} ${revision}\n`);
  const list = `assets/files-${build.digest('base64url').slice(0, 8)}.json`;
  writeFileSync(join(folder, list), JSON.stringify(urlsOf('office')));
  const listed = (url: string, group: Precached['group']) => ({
    url,
    revision: null,
    size: 0,
    group,
  });
  const known = (['site', ...LANGUAGE_CODES, 'face'] as const).flatMap((group) =>
    urlsOf(group).map((url) => listed(url, group)),
  );
  return [listed(list, 'list'), ...known];
}
