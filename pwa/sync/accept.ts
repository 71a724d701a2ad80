import type { HistoryEntry } from '#contract/applications.ts';
import { keepAcknowledged } from '#pwa/local/acknowledged.ts';
import type { Answer } from '#pwa/local/changes/define-change.ts';
import { changedFields } from '#pwa/local/changes/edit.ts';
import { definitionOf, type Mutation } from '#pwa/local/changes/registry.ts';
import { answered } from '#pwa/local/in-flight.ts';
import { withRoom } from '#pwa/local/make-room.ts';
import { type Mirror, tableOf } from '#pwa/local/mirror.ts';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { newEntry } from '#pwa/local/queue.ts';
import {
  type Conflict,
  type FieldConflict,
  LISTS,
  type ListName,
  type VersionedRow,
} from '#pwa/local/rows.ts';
import { serverState } from '#pwa/local/server-state.ts';
import { type Generations, generationsOf, putRows } from './put-row.ts';

/**
 * A change that the server has accepted, with its reply, parsed by the schema of its endpoint; or with
 * the row that already is as the change wanted it.
 */
export type Accepted = { entry: OutboxEntry } & ({ reply: unknown } | { asIs: VersionedRow });

/**
 * Writes the server's answers to accepted changes, oldest first: in one transaction the rows go into
 * the mirror and the entries leave the outbox, so that no screen sees one without the other.
 *
 * @param asOf the mirror when the changes were sent: rows of a list that was pulled from its start
 *   since then may be of a database that a backup has replaced, and are left out
 * @param inFlightId the row of `inFlight` under which the changes were sent
 * @returns false when a backup has replaced that database: the changes are lost there and stay queued
 */
export async function accept(
  mirror: Mirror,
  accepted: readonly Accepted[],
  asOf: AsOf,
  inFlightId: number,
): Promise<boolean> {
  if (accepted.length === 0) return true;
  const said = saidBy(accepted);
  const { history, meta, outbox, inFlight, acknowledged, conflicts, fieldConflicts } = mirror;
  const truth = [...LISTS.map((list) => tableOf(mirror, list)), history, meta];
  const tables = [...truth, outbox, inFlight, acknowledged, conflicts, fieldConflicts];
  return withRoom(mirror, () =>
    mirror.transaction('rw', tables, async () => {
      const now = await asOfNow(mirror);
      if (now.epoch !== asOf.epoch) return false;
      for (const list of LISTS) {
        if (isCurrent(list, asOf, now)) {
          await putRows(mirror, list, said.rows[list], { stale: true });
        }
        if (said.gone[list].length > 0) await tableOf(mirror, list).bulkDelete(said.gone[list]);
      }
      if (isCurrent('applications', asOf, now)) {
        const generation = now.generations.get('applications') ?? 0;
        await history.bulkPut(said.history.map((change) => ({ ...change, generation })));
      }
      await compare(mirror, accepted);
      await dispute(mirror, said.disputes);
      await leave(
        mirror,
        accepted.map(({ entry }) => entry),
        inFlightId,
      );
      return true;
    }),
  );
}

/** What was known about the server when changes were sent. */
export interface AsOf {
  generations: Generations;
  /** The epoch of the database that they were sent to. */
  epoch: string | null;
}

/** Call it in a transaction on `meta`. */
export async function asOfNow(mirror: Mirror): Promise<AsOf> {
  return { generations: await generationsOf(mirror), epoch: (await serverState(mirror)).epoch };
}

/** Removes accepted entries from the outbox. */
async function leave(
  mirror: Mirror,
  entries: readonly OutboxEntry[],
  inFlightId: number,
): Promise<void> {
  const seqs = entries.map(({ seq }) => seq);
  const runs = runsOf(seqs);
  await Promise.all([
    keepAcknowledged(mirror, entries),
    answered(mirror, inFlightId, seqs),
    ...runs.map(([first, last]) =>
      mirror.outbox.where('seq').between(first, last, true, true).delete(),
    ),
  ]);
}

/** Groups numbers into runs without a gap, so that hundreds of entries are deleted in one step. */
function runsOf(numbers: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** Whether a list was not pulled from its start since; one that was never pulled has no older rows. */
function isCurrent(list: ListName, asOf: AsOf, now: AsOf): boolean {
  const before = asOf.generations.get(list) ?? 0;
  return before === 0 || before === now.generations.get(list);
}

/** What the answers say, by table. */
function saidBy(accepted: readonly Accepted[]) {
  const said = {
    rows: byList<VersionedRow>(),
    gone: byList<string | number>(),
    history: [] as HistoryEntry[],
    disputes: [] as Dispute[],
  };
  for (const one of accepted) {
    const { entry } = one;
    const { list, id } = definitionOf(entry);
    const { rows = {}, history, isGone, disputed } = answerOf(one);
    for (const each of LISTS) {
      const row = rows[each];
      if (row) said.rows[each].push(row);
    }
    if (isGone) said.gone[list].push(id(entry));
    if (history) said.history.push(history);
    if (disputed) said.disputes.push(disputeOf(entry, rows[list], disputed));
  }
  return said;
}

function byList<Item>(): Record<ListName, Item[]> {
  return { applications: [], contacts: [], campaigns: [] };
}

function answerOf(one: Accepted): Answer {
  const { list, accept: read } = definitionOf(one.entry);
  if ('asIs' in one) return { rows: { [list]: one.asIs } };
  return read ? read(one.reply) : { rows: { [list]: one.reply } };
}

/** A question about fields, and all fields that the edit changed. */
type Dispute = FieldConflict & { changed: string[] };

/** The other person's values stand; mine are kept for the question. */
function disputeOf(
  { type, entity, key, ...edit }: OutboxEntry,
  row: object | undefined,
  disputed: readonly string[],
): Dispute {
  // An edit replaces fields of its row, whose values are texts and switches.
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

/** Stores the questions. A field that the person has changed again is no longer asked about. */
async function dispute(mirror: Mirror, disputes: readonly Dispute[]): Promise<void> {
  for (const { changed, ...asked } of disputes) {
    const before = await mirror.fieldConflicts.get(asked.entity);
    const open = before?.fields.filter(({ field }) => !changed.includes(field)) ?? [];
    const fields = [...open, ...asked.fields];
    if (fields.length > 0) await mirror.fieldConflicts.put({ ...asked, fields });
    else if (before) await mirror.fieldConflicts.delete(asked.entity);
  }
}

/** Stores, updates and closes status conflicts, and queues the corrections that need no question. */
async function compare(mirror: Mirror, accepted: readonly Accepted[]): Promise<void> {
  const compared = accepted.flatMap((one) => {
    const kind = definitionOf(one.entry);
    return kind.conflict && 'reply' in one ? { ...one, kind } : [];
  });
  if (compared.length === 0) return;
  const open = new Map<string, Conflict>();
  for (const conflict of await mirror.conflicts.toArray())
    open.set(conflict.applicationId, conflict);
  for (const { entry, reply, kind } of compared) {
    const outcome = kind.conflict?.(entry, reply, open.get(String(kind.id(entry))));
    if (outcome && 'ask' in outcome) open.set(outcome.ask.applicationId, outcome.ask);
    else if (outcome) {
      // The definition gives a body and a row of its own kind.
      await mirror.outbox.add(newEntry({ type: entry.type, ...outcome.queue } as Mutation));
    }
  }
  const asked = [...open.values()];
  await mirror.conflicts.bulkPut(asked.filter(({ mine, theirs }) => mine !== theirs));
  await mirror.conflicts.bulkDelete(
    asked.filter(({ mine, theirs }) => mine === theirs).map(({ applicationId }) => applicationId),
  );
}
