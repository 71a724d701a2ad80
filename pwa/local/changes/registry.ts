import type { ListName } from '#pwa/local/rows.ts';
import * as applications from './applications.ts';
import * as campaigns from './campaigns.ts';
import * as contacts from './contacts.ts';
import type { Definition } from './define-change.ts';

const all = { ...applications, ...campaigns, ...contacts };

/** A change of any kind: the body of its documented request, with what the person saw. */
export type Mutation = ReturnType<(typeof all)[keyof typeof all]['make']>;

/** Every kind of change, by its type: all that the files of the subjects export. */
export const KINDS = new Map<string, Definition>(
  Object.values(all).map((definition) => [definition.type, definition]),
);

/** Throws RangeError for an unknown type. */
export function definitionOf({ type }: { type: string }): Definition {
  const definition = KINDS.get(type);
  if (!definition) throw new RangeError(`"${type}" is no kind of change.`);
  return definition;
}

/** The lists that a change changes on the server. */
export function touchedBy(change: { type: string }): readonly ListName[] {
  const { touches, list } = definitionOf(change);
  return touches ?? [list];
}
