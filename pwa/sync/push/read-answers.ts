import type { HistoryEntry } from '#contract/applications.ts';
import type { Answer } from '#pwa/local/changes/define-change.ts';
import { changedFields } from '#pwa/local/changes/edit.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import {
  type DisputedValue,
  LISTS,
  type ListName,
  type VersionedRow,
} from '#pwa/local/database/rows.ts';
import { idOfQuestion } from '#pwa/local/outbox/lane.ts';
import type { Asked } from '#pwa/local/outbox/questions.ts';

/**
 * A change that the server has accepted, with its reply, parsed by the schema of its endpoint; or with
 * the row that already is as the change wanted it; or applied before its record was deleted. `reply` is undefined if
 * there was nothing left to do.
 */
export type Accepted = { entry: OutboxEntry } & (
  | { reply: unknown }
  | { asIs: VersionedRow }
  | { wasApplied: true }
);

/** The content of several answers, by table. */
export interface Answers {
  rows: Record<ListName, VersionedRow[]>;
  /** The ids of records that were deleted. */
  gone: Record<ListName, (string | number)[]>;
  history: HistoryEntry[];
  asked: Asked[];
  /** The keys of the changes that had nothing to change. */
  already: Set<string>;
}

/** Asks the definition of each change what its answer means; keeps their order. */
export function readAnswers(accepted: readonly Accepted[]): Answers {
  const answers: Answers = {
    rows: byList(),
    gone: byList(),
    history: [],
    asked: [],
    already: new Set(),
  };
  for (const one of accepted) {
    const { entry } = one;
    const { id, ...kind } = definitionOf(entry);
    // A view or an export answers with neither rows nor questions.
    const list = kind.list as ListName;
    const { rows = {}, history, isGone, disputed, theirs, already } = answerOf(one);
    for (const each of LISTS) {
      const row = rows[each];
      if (row) answers.rows[each].push(row);
    }
    if (isGone) answers.gone[list].push(id(entry));
    if (history) answers.history.push(history);
    if (already) answers.already.add(entry.key);
    if (disputed) answers.asked.push(askedOf(entry, disputed, { ...rows[list], ...theirs }));
  }
  return answers;
}

function byList<Item>(): Record<ListName, Item[]> {
  return { applications: [], contacts: [], campaigns: [] };
}

function answerOf(one: Accepted): Answer {
  const { list, accept, amend, endpoint, makes } = definitionOf(one.entry);
  if ('asIs' in one) return { rows: { [list]: one.asIs } };
  // The next pull says what else is gone.
  if ('wasApplied' in one) return { isGone: makes?.list === list };
  if (one.reply === undefined && endpoint.reply) return {};
  if (accept) return accept(one.reply, one.entry);
  const { conflicts = [], ...row } = one.reply as { conflicts?: readonly string[] };
  return { rows: { [list]: row }, ...(amend && { disputed: conflicts }) };
}

function askedOf(entry: OutboxEntry, disputed: readonly string[], theirs: object): Asked {
  const { type, entity, key, ...edit } = entry;
  // The body, `seen` and the row of an edit have the same fields; each is a text or a switch.
  const { body, seen } = edit as unknown as { body: Values; seen: Values };
  const valueIn = (values: object, field: string) => (values as Values)[field] ?? null;
  return {
    entry,
    set: changedFields({ body, seen }) as Values,
    questions: disputed.map((field) => ({
      id: idOfQuestion(entity, field),
      entity,
      field,
      type,
      key,
      seen: valueIn(seen, field),
      mine: valueIn(body, field),
      theirs: valueIn(theirs, field),
    })),
  };
}

type Values = Record<string, DisputedValue>;
