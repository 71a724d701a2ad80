import { foldText } from '#contract/values/fold-text.ts';
import { LONGEST_NAME, namesPerson, type SavedView } from '#contract/views.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import { viewRemoved } from '#pwa/local/changes/views.ts';
import type { ListState, ViewsState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import {
  type ListName,
  namelessView,
  type Refusal,
  type VersionedRow,
} from '#pwa/local/database/rows.ts';
import { drop, forgetEnded } from '#pwa/local/outbox/ended.ts';
import { outboxTables, withState } from '#pwa/local/outbox/in-flight.ts';
import { laneOf, recordOf } from '#pwa/local/outbox/lane.ts';
import { append, newEntry } from '#pwa/local/outbox/queue.ts';
import { isErased } from './forget-records.ts';
import { withRoom } from './make-room.ts';
import { MirroredList, withLists } from './mirrored-list.ts';

/** A view as the person sees it. */
export interface ShownView extends SavedView {
  /** A change of it is not at the server yet. */
  isWaiting: boolean;
  refused: Refusal['problem'] | null;
}

/** The views of the user, by name, with the queued changes laid over them. */
export async function readViews(mirror: Mirror): Promise<ShownView[]> {
  const [state, queued] = await mirror.transaction('r', mirror.meta, mirror.outbox, async () => [
    await viewsState(mirror),
    await queuedChanges(mirror),
  ]);
  const shown = new Map<string, ShownView>();
  for (const view of state.views) shown.set(view.id, { ...view, isWaiting: false, refused: null });
  for (const entry of queued) {
    const view = definitionOf(entry).overlay?.views?.(entry);
    const refused = entry.reason?.problem ?? null;
    if (view) shown.set(view.id, { ...view, isWaiting: true, refused });
    else shown.delete(idOf(entry));
  }
  return withOwnNames([...shown.values()]).sort((a, b) => a.name.localeCompare(b.name));
}

/** The state of the views; as before the first read if the disk has damaged it. Call it in a transaction on `meta`. */
export async function viewsState({ meta }: Mirror): Promise<ViewsState> {
  const state = await meta.get('views');
  const isRead = state && 'views' in state && Array.isArray(state.views);
  return isRead && state.views.every((view) => view?.where && typeof view.name === 'string')
    ? state
    : { key: 'views', views: [], syncedAt: 0 };
}

/** The queued changes of views, oldest first. Call it in a transaction on `outbox`. */
function queuedChanges({ outbox }: Mirror): PromiseLike<OutboxEntry[]> {
  return outbox.where('entity').startsWith(laneOf('views', '')).sortBy('seq');
}

/** The keys of the views that the server refused because the account had too many, oldest first. */
export async function refusedAsTooMany(mirror: Mirror): Promise<string[]> {
  const queued = await queuedChanges(mirror);
  return queued
    .filter(({ reason }) => reason?.problem.code === 'too-many-views')
    .map(({ key }) => key);
}

/**
 * Writes accepted changes of views. A removal also forgets the earlier changes of its view, because they may name
 * somebody. Call it in the transaction that removes them from the outbox, on `meta` and `ended`, after their endings are
 * written.
 */
export async function acceptViews(mirror: Mirror, accepted: readonly OutboxEntry[]): Promise<void> {
  const changes = accepted.filter((entry) => definitionOf(entry).list === 'views');
  if (changes.length === 0) return;
  const state = await viewsState(mirror);
  const views = new Map(state.views.map((view) => [view.id, view]));
  for (const entry of changes) {
    const view = definitionOf(entry).overlay?.views?.(entry);
    if (view) {
      views.set(view.id, view);
      continue;
    }
    views.delete(idOf(entry));
    await forgetEnded(mirror, ({ seq, entity }) => entity === entry.entity && seq < entry.seq);
  }
  // Due to be read again: another device may have given a view the same name.
  await mirror.meta.put({
    ...state,
    views: [...views.values()],
    changes: (state.changes ?? 0) + 1,
    syncedAt: 0,
  });
}

/**
 * Removes the views that name the people of these records, stored and queued ones, here and at the server: the server
 * cannot know a view that reaches it after the erasure. Call it before the rows are written over.
 */
export async function removeViewsAbout(
  mirror: Mirror,
  list: ListName,
  ids: readonly (string | number)[],
): Promise<void> {
  if (ids.length === 0 || list === 'campaigns') return;
  const { meta, ended, outbox } = mirror;
  const lanes = new Set(ids.map((id) => laneOf(list, id)));
  const isAbout = ({ about }: OutboxEntry) => about?.some((lane) => lanes.has(lane)) ?? false;
  const found = { lists: [list], tables: [ended, outbox] };
  const [rows, entries] = await withLists(mirror, 'r', found, async () => {
    const groups = await ended.toArray();
    return [
      ids.flatMap((id) => MirroredList.of(mirror, list).get(id as never) ?? []),
      [...(await outbox.toArray()), ...groups.flatMap((group) => group.entries)],
    ] as const;
  });
  const people = [...rows, ...madeHere(entries, lanes)].filter((row) => !isErased(row));
  if (people.length === 0 && !entries.some(isAbout)) return;
  const namesOne = (view: SavedView) => people.some((person) => namesPerson(view, person));
  // Only changes of views have a filter.
  const saysOne = (entry: OutboxEntry) =>
    isAbout(entry) ||
    [entry.body, entry.seen].some((view) => view && 'where' in view && namesOne(view as SavedView));
  const tables = [meta, ended, ...outboxTables(mirror)];
  // One transaction: a view that is gone from here without its removal would come back from the server.
  await withRoom(mirror, () =>
    mirror.transaction('rw', tables, async () => {
      const { views, changes = 0, ...state } = await viewsState(mirror);
      const groups = await ended.toArray();
      const arrived = groups.flatMap(({ entries }) => entries.filter(isAbout)).map(idOf);
      const isNamed = (view: SavedView) => namesOne(view) || arrived.includes(view.id);
      const named = views.filter(isNamed).map(({ id }) => id);
      const others = views.filter((view) => !isNamed(view));
      // Due to be read again: an answer that is on its way may name them.
      await meta.put({ ...state, views: others, changes: changes + 1, syncedAt: 0 });
      const queued = (await withState(mirror, await queuedChanges(mirror))).filter(saysOne);
      const isSending = ({ state }: OutboxEntry) => state === 'sending';
      const dropped = queued.filter((one) => !isSending(one));
      await drop(mirror, 'unanswered', dropped);
      await forgetEnded(mirror, saysOne);
      const mayHaveArrived = queued.filter((one) => one.tries > 0 || isSending(one));
      const left = [...new Set([...named, ...mayHaveArrived.map(idOf)])];
      // Without the name, because the change stays on this device for a while.
      const removals = left.map((id) => newEntry(viewRemoved.make(null, namelessView(id))));
      // A repeat finds nothing to remove.
      await append(mirror, removals, { isRepeated: false });
    }),
  );
}

/**
 * Notes beside each queued view the lanes of those whom it names. Call it before rows are removed and the outbox is not:
 * the rows of a person who is erased meanwhile come back without a name.
 */
export async function noteNamed(mirror: Mirror): Promise<void> {
  if ((await queuedChanges(mirror)).length === 0) return;
  const lists = ['applications', 'contacts'] as const;
  await withLists(mirror, 'rw', { lists, tables: [mirror.outbox] }, async () => {
    for (const entry of await queuedChanges(mirror)) {
      const view = definitionOf(entry).overlay?.views?.(entry);
      if (!view) continue;
      const named = lists.flatMap((list) =>
        [...MirroredList.of(mirror, list).rows()]
          .filter((row) => namesPerson(view, row))
          .map(({ id }) => laneOf(list, id)),
      );
      // Those of another list may be noted already.
      const about = [...new Set([...(entry.about ?? []), ...named])];
      await mirror.outbox.update(entry.seq, { about });
    }
  });
}

/**
 * The ids of records that are gone, as the last page of a full pull shows: the pull had no row of them. Only such that a
 * view may name: rows of an earlier pull, and records in the `about` of a change of a view.
 *
 * @param rows of the last page, which is not stored yet
 */
export function leftOut(
  mirror: Mirror,
  { key, generation }: ListState,
  rows: readonly VersionedRow[],
): Promise<(string | number)[]> {
  const { ended, outbox } = mirror;
  const list = MirroredList.of(mirror, key);
  return withLists(mirror, 'r', { lists: [key], tables: [ended, outbox] }, async () => {
    const groups = await ended.toArray();
    const entries = [...(await outbox.toArray()), ...groups.flatMap((group) => group.entries)];
    const noted = entries.flatMap(({ about = [] }) => about).map(recordOf);
    const named = noted.flatMap((one) => (one?.list === key ? one.id : []));
    const read = new Set<string | number>(rows.map(({ id }) => id));
    const missing = named.filter((id) => !list.get(id as never));
    return [...list.leftBefore(generation), ...missing].filter((id) => !read.has(id));
  });
}

/** The applications of these lanes as they were made here: their deletion may come before any row of them. */
function madeHere(entries: readonly OutboxEntry[], lanes: ReadonlySet<string>) {
  return entries.flatMap((entry) =>
    entry.type === 'application-created' && lanes.has(entry.entity) ? entry.body : [],
  );
}

function idOf(entry: OutboxEntry): string {
  return String(definitionOf(entry).id(entry));
}

/** Whether two views of a list would be taken for each other. */
export function isSameName(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}

/**
 * Without a signal two devices may give one name to two views: the one that was made later is shown as "Name (2)", and
 * called so from its next change on.
 */
function withOwnNames(views: readonly ShownView[]): ShownView[] {
  const keyOf = (view: ShownView, name: string) => `${view.list} ${foldText(name)}`;
  const made = new Set(views.map((view) => keyOf(view, view.name)));
  const given = new Set<string>();
  // Ids are in the order in which they were made.
  return [...views]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((view) => {
      let key = keyOf(view, view.name);
      let { name } = view;
      for (let at = 2; given.has(key) || (at > 2 && made.has(key)); at += 1) {
        name = `${view.name.slice(0, LONGEST_NAME - 5)} (${at})`;
        key = keyOf(view, name);
      }
      given.add(key);
      return { ...view, name };
    });
}
