import type { HistoryEntry } from '#contract/applications.ts';
import type { Answer } from '#pwa/local/changes/define-change.ts';
import { changedFields } from '#pwa/local/changes/edit.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import {
  type FieldConflict,
  LISTS,
  type ListName,
  type VersionedRow,
} from '#pwa/local/database/rows.ts';

/**
 * A change that the server has accepted, with its reply, parsed by the schema of its endpoint; or with
 * the row that already is as the change wanted it.
 */
export type Accepted = { entry: OutboxEntry } & ({ reply: unknown } | { asIs: VersionedRow });

/** The content of several answers, by table. */
export interface Answers {
  rows: Record<ListName, VersionedRow[]>;
  /** The ids of records that were deleted. */
  gone: Record<ListName, (string | number)[]>;
  history: HistoryEntry[];
  disputes: Dispute[];
  /** The keys of the changes that had nothing to change. */
  already: Set<string>;
}

/** A question about fields, and all fields that the edit changed. */
export type Dispute = FieldConflict & { changed: string[] };

/** Asks the definition of each change what its answer means; keeps their order. */
export function readAnswers(accepted: readonly Accepted[]): Answers {
  const answers: Answers = {
    rows: byList(),
    gone: byList(),
    history: [],
    disputes: [],
    already: new Set(),
  };
  for (const one of accepted) {
    const { entry } = one;
    const { id, ...kind } = definitionOf(entry);
    // A view or an export answers with neither rows nor questions.
    const list = kind.list as ListName;
    const { rows = {}, history, isGone, disputed, already } = answerOf(one);
    for (const each of LISTS) {
      const row = rows[each];
      if (row) answers.rows[each].push(row);
    }
    if (isGone) answers.gone[list].push(id(entry));
    if (history) answers.history.push(history);
    if (already) answers.already.add(entry.key);
    if (disputed) answers.disputes.push(disputeOf(entry, rows[list], disputed));
  }
  return answers;
}

function byList<Item>(): Record<ListName, Item[]> {
  return { applications: [], contacts: [], campaigns: [] };
}

function answerOf(one: Accepted): Answer {
  const { list, accept } = definitionOf(one.entry);
  if ('asIs' in one) return { rows: { [list]: one.asIs } };
  return accept ? accept(one.reply) : { rows: { [list]: one.reply } };
}

/** The other person's values stand in the row; mine are kept for the question. */
function disputeOf(
  { type, entity, key, ...edit }: OutboxEntry,
  row: object | undefined,
  disputed: readonly string[],
): Dispute {
  // The body, `seen` and the row of an edit have the same fields; each is a text or a switch.
  const { body, seen } = edit as unknown as { body: Values; seen: Values };
  const theirs = row as Values;
  return {
    type,
    entity,
    key,
    fields: disputed.map((field) => ({
      field,
      mine: body[field] ?? null,
      theirs: theirs[field] ?? null,
    })),
    changed: Object.keys(changedFields({ body, seen })),
  };
}

type Values = Record<string, FieldConflict['fields'][number]['mine']>;
