import type { ListName } from '#pwa/local/database/rows.ts';
import { laneOf, recordOf } from '#pwa/local/outbox/lane.ts';
import * as applications from './applications.ts';
import * as campaigns from './campaigns.ts';
import * as contacts from './contacts.ts';
import type { Definition, Made, Text } from './define-change.ts';
import * as exported from './exports.ts';
import * as views from './views.ts';

const all = { ...applications, ...campaigns, ...contacts, ...views, ...exported };

/** A change of any kind: the body of its documented request, with what the person saw. */
export type Mutation = ReturnType<(typeof all)[keyof typeof all]['make']>;

/** Every kind of change, by its type: all that the files of the subjects export. */
export const KINDS = new Map<string, Definition>(
  Object.values(all).map((definition) => [definition.type, definition]),
);

/** A change, or what names its kind. An entry of the outbox has all fields, if the disk has not damaged it. */
interface Kinded {
  type: string;
  entity?: string;
  seq?: number;
  body?: unknown;
  seen?: unknown;
}

/** The definition of a change. That of a kind which only a newer version knows says so, and no more. */
export function definitionOf(change: Kinded): Definition {
  return kindOf(change) ?? unknownKind(change);
}

/**
 * False for a change that a newer version of the app has queued: only that version can send it. Also for one that the
 * disk has damaged.
 */
export function isKnown(change: Kinded): boolean {
  return kindOf(change) !== undefined;
}

function kindOf(change: Kinded): Definition | undefined {
  const kind = KINDS.get(change.type);
  // Only an entry of the outbox has a place in it.
  if (!kind || !('seq' in change)) return kind;
  try {
    kind.id(change as Entry);
    // Throws without a body, which only a deletion lacks.
    if (kind.endpoint.method !== 'DELETE') Object.keys(change.body as object);
    return kind;
  } catch {
    return undefined;
  }
}

type Entry = Made<unknown, unknown>;

function unknownKind({ type, entity }: Kinded): Definition {
  const record = entity === undefined ? null : recordOf(entity);
  return {
    type,
    endpoint: { method: 'POST', path: '' },
    list: record?.list ?? 'applications',
    id: () => record?.id ?? '',
    describe: (_, text) => text('sync.change.unknown'),
    done: () => '',
  };
}

/** The mirrored lists that a change changes on the server. */
export function touchedBy(change: { type: string }): readonly ListName[] {
  const { touches, list } = definitionOf(change);
  // A view or a note of an export says that it touches no list.
  return touches ?? [list as ListName];
}

/** The lane of the record that a change is about. */
export function entityOf(change: Mutation): string {
  const { list, id } = definitionOf(change);
  return laneOf(list, id(change));
}

/** The change that takes this one back at the server; null if there is none. */
export function reverseOf(change: Mutation, text: Text): Mutation | null {
  // The definition of the kind made it.
  return (definitionOf(change).reverse?.(change, text) ?? null) as Mutation | null;
}
