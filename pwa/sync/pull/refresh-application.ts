import { getApplication, getHistory } from '#contract/applications.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { RecordState, ServerState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { isSameServer, serverState } from '#pwa/local/database/server-state.ts';
import { forgetQuestionsAbout } from '#pwa/local/outbox/questions.ts';
import { isErased } from '#pwa/local/rows/forget-records.ts';
import { putEntries, removeEntries } from '#pwa/local/rows/history.ts';
import { listStateWithin } from '#pwa/local/rows/list-state.ts';
import { MirroredList, withLists } from '#pwa/local/rows/mirrored-list.ts';
import { putRows } from './put-rows.ts';

/** 'missing' if the application does not exist or this user may not see it. */
export type Found = 'ready' | 'missing';

/**
 * Reads one application with its history into the mirror. One that is gone on the server leaves the
 * mirror too; one that was made here and is still queued is not asked for.
 * Throws what `call` throws, except the answers that mean 'missing'.
 */
export async function refreshApplication(
  mirror: Mirror,
  id: string,
  signal: AbortSignal,
): Promise<Found> {
  if (await isOnlyHere(mirror, id)) return 'ready';
  const asOf = await reopening(mirror, () => serverState(mirror));
  const found = await read(mirror, id, asOf, signal);
  return found ?? refreshApplication(mirror, id, signal);
}

/** Null if a backup has replaced the database that has answered: nothing of its answer is written. */
async function read(
  mirror: Mirror,
  id: string,
  asOf: ServerState,
  signal: AbortSignal,
): Promise<Found | null> {
  const options = { params: { id }, sentFor: mirror.userId, signal };
  try {
    const [application, history] = await Promise.all([
      call(getApplication, options),
      call(getHistory, options),
    ]);
    const tables = [mirror.historyPages, mirror.meta];
    return await reopening(mirror, () =>
      withLists<Found | null>(mirror, 'rw', { lists: ['applications'], tables }, async () => {
        if (!isSameServer(asOf, await serverState(mirror))) return null;
        await putRows(mirror, 'applications', [application]);
        const row = MirroredList.of(mirror, 'applications').get(id);
        // The application was deleted, erased or changed after this answer: its history is of before, too.
        if (row?.version !== application.version) return row ? 'ready' : 'missing';
        const { generation } = await listStateWithin(mirror, 'applications');
        if (isErased(application)) await removeEntries(mirror, [id]);
        await putEntries(mirror, history, generation);
        await mirror.meta.put({ key: recordKey(id), syncedAt: Date.now() });
        return 'ready';
      }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.problem?.code === 'forbidden') return 'missing';
    if (error.status !== 404 || !error.problem) throw error;
    return (await forget(mirror, id, asOf)) ? 'missing' : null;
  }
}

/** When an application was last read by its own call, in milliseconds since 1970; 0 for never. */
export async function readAt(mirror: Mirror, id: string): Promise<number> {
  const state = await reopening(mirror, () => mirror.meta.get(recordKey(id)));
  return state && 'syncedAt' in state ? state.syncedAt : 0;
}

function recordKey(id: string): RecordState['key'] {
  return `application:${id}`;
}

async function isOnlyHere(mirror: Mirror, id: string): Promise<boolean> {
  if (await isMirrored(mirror, id)) return false;
  const makers = await mirror.outbox
    .filter((entry) => definitionOf(entry).makes?.list === 'applications')
    .toArray();
  return makers.some((entry) => definitionOf(entry).makes?.id(entry) === id);
}

function isMirrored(mirror: Mirror, id: string): Promise<boolean> {
  return withLists(
    mirror,
    'r',
    { lists: ['applications'], tables: [] },
    async () => MirroredList.of(mirror, 'applications').get(id) !== undefined,
  );
}

/**
 * Drafts and accepted changes stay until a pull says that the application is gone: a 404 may come from
 * a restored database, to which an accepted change still has to be replayed.
 *
 * @returns false if the 404 is of a database that was replaced since: nothing is removed
 */
async function forget(mirror: Mirror, id: string, asOf: ServerState): Promise<boolean> {
  const { historyPages, questions, meta } = mirror;
  const tables = [historyPages, questions, meta];
  return reopening(mirror, () =>
    withLists(mirror, 'rw', { lists: ['applications'], tables }, async () => {
      if (!isSameServer(asOf, await serverState(mirror))) return false;
      await MirroredList.of(mirror, 'applications').remove([id]);
      await removeEntries(mirror, [id]);
      await forgetQuestionsAbout(mirror, 'applications', [id]);
      await meta.delete(recordKey(id));
      return true;
    }),
  );
}
