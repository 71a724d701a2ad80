import type { Entry } from './entries.ts';

/** A group of the tree with its groups and texts, in order. */
export interface Group {
  name: string;
  path: string;
  /** Texts in this group and all groups below. */
  count: number;
  inside: (Group | Entry)[];
}

/** Entries as a tree of groups. */
export function groupsOf(entries: readonly Entry[]): Group {
  const root: Group = { name: '', path: '', count: 0, inside: [] };
  const groups = new Map<string, Group>([['', root]]);
  for (const entry of entries) {
    const keys = entry.path.split('.').slice(0, -1);
    let above = root;
    above.count += 1;
    for (const [depth, name] of keys.entries()) {
      const path = keys.slice(0, depth + 1).join('.');
      const group = groups.get(path) ?? { name, path, count: 0, inside: [] };
      if (!groups.has(path)) above.inside.push(group);
      groups.set(path, group);
      group.count += 1;
      above = group;
    }
    above.inside.push(entry);
  }
  return root;
}
