import { getApplication, getHistory } from '#contract/applications.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { RecordState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { isSameServer, listStateWithin, serverState } from '#pwa/local/database/server-state.ts';
import { forgetQuestionsAbout } from '#pwa/local/outbox/questions.ts';
import { isErased } from '#pwa/local/rows/forget-records.ts';
import { putEntries, removeEntries, removeErased } from '#pwa/local/rows/history.ts';
import { MirroredList, withLists } from '#pwa/local/rows/mirrored-list.ts';
import { noteNamed, removeViewsAbout } from '#pwa/local/rows/saved-views.ts';
import { putRows } from './store-page.ts';

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
  const options = { params: { id }, sentFor: mirror.userId, signal };
  const asked = Promise.all([call(getApplication, options), call(getHistory, options)]);
  const answer = await asked.catch(whyMissing);
  if (answer === 'missing') return answer;
  if (answer === 'gone') await noteNamed(mirror);
  else if (isErased(answer[0])) await removeViewsAbout(mirror, 'applications', [id]);
  const { historyPages, questions, meta } = mirror;
  const tables = [historyPages, questions, meta];
  const found = await reopening(mirror, () =>
    withLists(mirror, 'rw', { lists: ['applications'], tables }, async () => {
      // A backup has replaced the database that has answered.
      if (!isSameServer(asOf, await serverState(mirror))) return null;
      const list = MirroredList.of(mirror, 'applications');
      if (answer === 'gone') {
        // Drafts and accepted changes stay until a pull says that it is gone: a 404 may come from a restored database, to
        // which an accepted change still has to be replayed.
        await list.remove([id]);
        await removeEntries(mirror, [id]);
        await forgetQuestionsAbout(mirror, 'applications', [id]);
        await meta.delete(recordKey(id));
        return 'missing';
      }
      const [application, history] = answer;
      await putRows(mirror, 'applications', [application]);
      const row = list.get(id);
      // The application was deleted, erased or changed after this answer: its history is of before, too.
      if (row?.version !== application.version) return row ? 'ready' : 'missing';
      const { generation } = await listStateWithin(mirror, 'applications');
      await removeErased(mirror, history);
      await putEntries(mirror, history, generation);
      await meta.put({ key: recordKey(id), syncedAt: Date.now() });
      return 'ready';
    }),
  );
  return found ?? refreshApplication(mirror, id, signal);
}

/** Why there is no answer: this user may not see it, or the server does not have it. Rethrows anything else. */
function whyMissing(error: unknown): 'missing' | 'gone' {
  const { status, problem } = error instanceof ApiError ? error : {};
  if (problem?.code === 'forbidden') return 'missing';
  if (problem && status === 404) return 'gone';
  throw error;
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
