import type { Text } from '#pwa/local/changes/define-change.ts';
import { definitionOf, type Mutation } from '#pwa/local/changes/registry.ts';
import type { ListName, SeenRow } from '#pwa/local/database/rows.ts';
import { isErased } from '#pwa/local/rows/forget-records.ts';
import { laneOf } from './lane.ts';

/** The change that takes this one back at the server; null if there is none. */
export function reverseOf(change: Mutation, text: Text): Mutation | null {
  // The definition of the kind made it.
  return (definitionOf(change).reverse?.(change, text) ?? null) as Mutation | null;
}

/** The lane of the record that a change is about. */
export function entityOf(change: Mutation): string {
  const { list, id } = definitionOf(change);
  return laneOf(list, id(change));
}

/** 0 for a record that is deleted or whose person is erased, 1 for a removed one, 2 for any other. */
export function presenceOf(row: SeenRow<ListName> | null): 0 | 1 | 2 {
  if (row === null || isErased(row)) return 0;
  return 'removedAt' in row && row.removedAt !== null ? 1 : 2;
}
