import type { HistoryEntry } from '#contract/applications.ts';
import type { Answer } from '#pwa/local/changes/define-change.ts';
import { changedFields } from '#pwa/local/changes/edit.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { ServerState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import {
  type DisputedValue,
  LISTS,
  type ListName,
  type VersionedRow,
} from '#pwa/local/database/rows.ts';
import { isSameServer, listStateWithin, serverState } from '#pwa/local/database/server-state.ts';
import { dropReverses, writeEnding } from '#pwa/local/outbox/ended.ts';
import { answered, stillQueued } from '#pwa/local/outbox/in-flight.ts';
import { idOfQuestion, recordOf } from '#pwa/local/outbox/lane.ts';
import { type Asked, updateQuestions } from '#pwa/local/outbox/questions.ts';
import { forgetRecords, isErased, isGone } from '#pwa/local/rows/forget-records.ts';
import { putEntries } from '#pwa/local/rows/history.ts';
import { withRoom } from '#pwa/local/rows/make-room.ts';
import { MirroredList, withLists } from '#pwa/local/rows/mirrored-list.ts';
import { acceptViews, removeViewsAbout } from '#pwa/local/rows/saved-views.ts';
import { putRows } from '#pwa/sync/pull/store-page.ts';

/**
 * Writes the server's answers to accepted changes, oldest first: in one transaction the rows go into
 * the mirror and the entries leave the outbox, so that no screen sees one without the other.
 *
 * @param asOf the server when the changes were sent
 * @param inFlightId the row of `inFlight` under which the changes were sent
 * @returns false when a backup may have replaced the database that answered: all of them stay queued, and
 *   their keys tell the next server what it has applied already
 */
export async function accept(
  mirror: Mirror,
  accepted: readonly Accepted[],
  asOf: ServerState,
  inFlightId: number,
): Promise<boolean> {
  if (accepted.length === 0) return true;
  const { rows, gone: deleted } = readAnswers(accepted);
  for (const list of LISTS) {
    const erased = rows[list].filter(isErased).map(({ id }) => id);
    await removeViewsAbout(mirror, list, [...erased, ...deleted[list]]);
  }
  const sent = accepted.map(({ entry }) => entry);
  const { historyPages, meta, outbox, inFlight, ended, questions, copies } = mirror;
  const tables = [historyPages, meta, outbox, inFlight, ended, questions, copies];
  return withRoom(mirror, () =>
    withLists(mirror, 'rw', { lists: LISTS, tables }, async () => {
      if (!isSameServer(asOf, await serverState(mirror))) return false;
      // A tab that took over may have got the same answers, and newer ones since.
      const current = await stillQueued(mirror, sent);
      const entries = sent.filter(({ key }) => current.has(key));
      const answers = readAnswers(accepted.filter(({ entry }) => current.has(entry.key)));
      await writeRows(mirror, answers);
      const gone = goneOrErased(mirror, entries);
      await writeHistory(mirror, answers, gone);
      await updateQuestions(mirror, answers.asked);
      const isAlready = ({ key }: OutboxEntry) => answers.already.has(key);
      await writeEnding(mirror, 'already', entries.filter(isAlready));
      await writeEnding(
        mirror,
        'accepted',
        entries.filter((entry) => !isAlready(entry)),
      );
      await acceptViews(mirror, entries);
      await removeFromOutbox(mirror, entries, inFlightId);
      await dropReverses(mirror, answers.already);
      for (const list of LISTS) {
        if (gone[list].length > 0) await forgetRecords(mirror, list, gone[list]);
      }
      return true;
    }),
  );
}

async function writeRows(mirror: Mirror, { rows, gone }: Answers): Promise<void> {
  for (const list of LISTS) {
    await putRows(mirror, list, rows[list]);
    await MirroredList.of(mirror, list).remove(gone[list]);
  }
}

type Ids = Record<ListName, (string | number)[]>;

/**
 * The changed records that were deleted, or whose person was erased, before the answers came: what
 * answers and changes say about them must not come back.
 */
function goneOrErased(mirror: Mirror, entries: readonly OutboxEntry[]): Ids {
  const found: Ids = { applications: [], contacts: [], campaigns: [] };
  for (const lane of new Set(entries.map(({ entity }) => entity))) {
    const record = recordOf(lane);
    if (!record) continue;
    const { list, id } = record;
    if (isGone(MirroredList.of(mirror, list).get(id))) found[list].push(id);
  }
  return found;
}

/** Of an erased person the next pull brings what the server still has. */
async function writeHistory(mirror: Mirror, { history }: Answers, gone: Ids): Promise<void> {
  const { generation } = await listStateWithin(mirror, 'applications');
  const wanted = history.filter(({ applicationId }) => !gone.applications.includes(applicationId));
  await putEntries(mirror, wanted, generation);
}

async function removeFromOutbox(
  mirror: Mirror,
  entries: readonly OutboxEntry[],
  inFlightId: number,
): Promise<void> {
  const seqs = entries.map(({ seq }) => seq);
  await answered(mirror, inFlightId, seqs);
  for (const [first, last] of runsOf(seqs)) {
    await mirror.outbox.where('seq').between(first, last, true, true).delete();
  }
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
interface Answers {
  rows: Record<ListName, VersionedRow[]>;
  /** The ids of records that were deleted. */
  gone: Record<ListName, (string | number)[]>;
  history: HistoryEntry[];
  asked: Asked[];
  /** The keys of the changes that had nothing to change. */
  already: Set<string>;
}

/** Asks the definition of each change what its answer means; keeps their order. */
function readAnswers(accepted: readonly Accepted[]): Answers {
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
