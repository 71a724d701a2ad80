import type { Texts } from '#pwa/i18n/text-key.ts';

/** One text with its keys, joined by dots. */
export interface Leaf {
  path: string;
  text: string;
}

/** All texts of a tree, in its order. */
export function leavesOf(texts: Texts, above = ''): Leaf[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const path = above === '' ? key : `${above}.${key}`;
    return typeof value === 'string' ? [{ path, text: value }] : leavesOf(value, path);
  });
}

/** Texts as a tree, in their order. No path may be the beginning of another one. */
export function treeOf(leaves: Iterable<Leaf>): Texts {
  const root: Texts = Object.create(null);
  for (const { path, text } of leaves) {
    const keys = path.split('.');
    const last = keys.pop() ?? path;
    let at = root;
    for (const key of keys) {
      const next = at[key];
      at = typeof next === 'object' ? next : group(at, key);
    }
    at[last] = text;
  }
  return root;
}

function group(at: Texts, key: string): Texts {
  const made: Texts = Object.create(null);
  at[key] = made;
  return made;
}

/** The part of `texts` that differs from `originals`, as a tree of the same shape. */
export function difference(texts: Texts, originals: Texts): Texts {
  const before = new Map(leavesOf(originals).map(({ path, text }) => [path, text]));
  return treeOf(leavesOf(texts).filter(({ path, text }) => before.get(path) !== text));
}
