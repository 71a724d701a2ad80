import type { HistoryEntry } from '#contract/applications.ts';
import type { ListState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { isFull, reopening } from '#pwa/local/database/reopening.ts';
import type { ListName, VersionedRow } from '#pwa/local/database/rows.ts';
import { hearOf, isOfServer, listStateWithin } from '#pwa/local/database/server-state.ts';
import { forgetOrphans, forgetQuestionsAbout } from '#pwa/local/outbox/questions.ts';
import { forgetRecords, isErased, isGone } from '#pwa/local/rows/forget-records.ts';
import {
  putEntries,
  removeEarlierHistory,
  removeEntries,
  removeErased,
  sweepHistory,
  untrim,
} from '#pwa/local/rows/history.ts';
import { makeRoom, withRoom } from '#pwa/local/rows/make-room.ts';
import { MirroredList, withLists } from '#pwa/local/rows/mirrored-list.ts';
import { leftOut, removeViewsAbout } from '#pwa/local/rows/saved-views.ts';

/** What a page of a list changes in the mirror. */
interface PageContent {
  /** The revision at which it was read. */
  revision: number;
  rows: VersionedRow[];
  history?: HistoryEntry[];
  gone: (string | number)[];
}

interface Position {
  /** How far the list has come before this page. */
  state: ListState;
  /** How far it has come with it. */
  after: ListState;
  signal: AbortSignal;
}

/**
 * Writes a page into the mirror together with the state of the list. On a full device the history makes
 * room for the rows.
 */
export async function storePage(
  mirror: Mirror,
  { state, after, signal }: Position,
  page: PageContent,
): Promise<void> {
  signal.throwIfAborted();
  const erased = page.rows.filter(isErased).map(({ id }) => id);
  // The last page of a full pull, perhaps over an older mirror.
  const isWhole = after.tail === null && state.cursor === 0;
  const isKnown = state.generation === 1 || (await isSameDatabase(mirror, state, after.epoch));
  const missing = isWhole && isKnown ? await leftOut(mirror, state, page.rows) : [];
  await removeViewsAbout(mirror, state.key, [...page.gone, ...erased, ...missing]);
  const { questions, ended, historyPages, meta, copies, gone } = mirror;
  const tables = [questions, ended, historyPages, meta, copies, gone];
  const rows = MirroredList.of(mirror, state.key);
  const write = (history: readonly HistoryEntry[]) =>
    reopening(mirror, () =>
      withLists(mirror, 'rw', { lists: [state.key], tables }, async () => {
        await putPage(mirror, state, page);
        await putEntries(mirror, history, state.generation);
        if (isWhole) {
          if (state.generation > 1)
            await sweep(mirror, state, { ...after, revision: page.revision });
          else await forgetOrphans(mirror, state.key, (id) => isGone(rows.get(id)));
        }
        await meta.put(after);
        if (after.epoch !== null) await hearOf(mirror, after.epoch);
      }),
    );
  try {
    await write(page.history ?? []);
  } catch (error) {
    if (!isFull(error)) throw error;
    await makeRoom(mirror);
    await withRoom(mirror, () => write([]));
  }
}

async function putPage(
  mirror: Mirror,
  { key, generation }: ListState,
  { revision, rows, history = [], gone }: PageContent,
): Promise<void> {
  const list = MirroredList.of(mirror, key);
  if (key === 'applications') await removeEarlierHistory(mirror, rows);
  await list.write({ generation, rows, gone, asOf: revision });
  await noteGone(mirror, key, gone, revision);
  const ids = [...gone, ...rows.map(({ id }) => id)].filter((id) => isGone(list.get(id)));
  await forgetRecords(mirror, key, ids);
  if (key !== 'applications') return;
  await removeEntries(
    mirror,
    ids.map(String).filter((id) => !list.get(id)),
  );
  await removeErased(mirror, history);
}

/**
 * Removes rows of an earlier full pull that were in no page of this one. After a restore their accepted
 * changes and drafts stay: a replay may bring the records back.
 */
async function sweep(
  mirror: Mirror,
  state: ListState,
  { epoch, revision }: { epoch: string | null; revision: number },
): Promise<void> {
  const { key: list, generation } = state;
  const old = await MirroredList.of(mirror, list).sweep(generation);
  if (await isSameDatabase(mirror, state, epoch)) {
    await noteGone(mirror, list, old, revision);
    await forgetRecords(mirror, list, old);
  } else await forgetQuestionsAbout(mirror, list, old);
  if (list !== 'applications') return;
  await sweepHistory(mirror, generation);
  await untrim(mirror, generation);
}

/** A restored server may have these records again. */
function noteGone(
  { gone }: Mirror,
  list: ListName,
  ids: readonly VersionedRow['id'][],
  version: number,
): PromiseLike<unknown> {
  return gone.bulkPut(ids.map((id) => ({ list, id, version })));
}

/** Whether a full pull and the rows before it are of one database: not of one before a restore. */
async function isSameDatabase(
  mirror: Mirror,
  { generation, first }: ListState,
  epoch: string | null,
): Promise<boolean> {
  return first !== generation && (await isOfServer(mirror, epoch));
}

/**
 * Puts rows from answers, unless the mirror knows something newer: another copy, or that the row was deleted: it is
 * not in a whole list that has seen its version. Call it in `withLists` of the list, with `meta` and `historyPages`.
 */
export async function putRows(
  mirror: Mirror,
  list: ListName,
  rows: readonly VersionedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { generation, first = 0, epoch, cursor, tail } = await listStateWithin(mirror, list);
  const mirrored = MirroredList.of(mirror, list);
  // Of a restored database nothing is known before its first pull.
  const isSame = await isOfServer(mirror, epoch);
  const isWhole = isSame && tail === null && mirrored.isReadable;
  const wanted = rows.filter(({ id, version }) => {
    const known = mirrored.get(id, first);
    // Also while the list is pulled again, which gives its rows a new number.
    if (known) return !isSame || known.version < version;
    return !isWhole || version > cursor;
  });
  if (list === 'applications') await removeEarlierHistory(mirror, wanted);
  await mirrored.write({ generation, rows: wanted });
}
