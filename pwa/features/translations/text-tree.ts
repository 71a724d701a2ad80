import type { Texts } from '#pwa/i18n/text-key.ts';

/** One text with the keys that lead to it, joined by dots. */
export interface Leaf {
  path: string;
  text: string;
}

/** Every text of a tree, in its order. */
export function leavesOf(texts: Texts, above = ''): Leaf[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const path = above === '' ? key : `${above}.${key}`;
    return typeof value === 'string' ? [{ path, text: value }] : leavesOf(value, path);
  });
}

/** The tree with some of its texts replaced, by path; the given tree stays as it is. */
export function withTexts(texts: Texts, edits: ReadonlyMap<string, string>, above = ''): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => {
      const path = above === '' ? key : `${above}.${key}`;
      return [
        key,
        typeof value === 'string' ? (edits.get(path) ?? value) : withTexts(value, edits, path),
      ];
    }),
  );
}

/** The groups and texts that a search finds, by path or by text, without regard to case. */
export function matching(texts: Texts, search: string, above = ''): Texts {
  const wanted = search.toLowerCase();
  const found = Object.entries(texts).flatMap(([key, value]): [string, string | Texts][] => {
    const path = above === '' ? key : `${above}.${key}`;
    if (typeof value === 'string') {
      const hit = path.toLowerCase().includes(wanted) || value.toLowerCase().includes(wanted);
      return hit ? [[key, value]] : [];
    }
    const inside = matching(value, search, path);
    return Object.keys(inside).length > 0 ? [[key, inside]] : [];
  });
  return Object.fromEntries(found);
}

/** What of `texts` differs from `originals`, as a tree of the same shape with the rest left out. */
export function difference(texts: Texts, originals: Texts): Texts {
  const before = new Map(leavesOf(originals).map(({ path, text }) => [path, text]));
  const changed = new Set(
    leavesOf(texts).flatMap(({ path, text }) => (before.get(path) === text ? [] : [path])),
  );
  return only(texts, changed, '');
}

function only(texts: Texts, paths: ReadonlySet<string>, above: string): Texts {
  const kept = Object.entries(texts).flatMap(([key, value]): [string, string | Texts][] => {
    const path = above === '' ? key : `${above}.${key}`;
    if (typeof value === 'string') return paths.has(path) ? [[key, value]] : [];
    const inside = only(value, paths, path);
    return Object.keys(inside).length > 0 ? [[key, inside]] : [];
  });
  return Object.fromEntries(kept);
}
