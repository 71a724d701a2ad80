import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import { listStates } from '#pwa/local/rows/list-state.ts';
import type { EngineEvent, EngineState } from '#pwa/sync/engine-state.ts';
import { readFailure } from '#pwa/sync/push/failed-attempt.ts';
import type { Refresher } from './refresher.ts';

interface PullerParts {
  mirror: Mirror;
  refresher: Refresher;
  state: () => EngineState;
  dispatch: (event: EngineEvent) => void;
}

/**
 * Pulls without being asked by a screen: the owed lists, and those that lack what the newest event reports; in one
 * round trip while the event stream is open. A list that is left incomplete, or lacks
 * what is known to be new, is owed once more: it must not stay so until a person comes back to it; a mere look whether
 * there is something new is not repeated. Throws why the pull has failed.
 */
export async function pullOwed({ mirror, refresher, state, dispatch }: PullerParts): Promise<void> {
  const behind = await listsBehind(mirror, state());
  const { lists, owed, isLive } = state();
  const wanted = lists.filter((list) => owed[list] || behind.includes(list));
  if (wanted.length === 0) return;
  dispatch({ type: 'owed-pulled' });
  const isForced = (list: ListName) => owed[list] === 'always' || behind.includes(list);
  const groups = isLive && wanted.every(isForced) ? [wanted] : wanted.map((list) => [list]);
  const ends = await Promise.allSettled(
    groups.map(async (group) => {
      const [only, ...more] = group;
      if (only && more.length === 0) await refresher.refresh([only], { force: isForced(only) });
      else await refresher.refreshTogether(group);
    }),
  );
  const failures = ends.flatMap((end, at) => {
    if (end.status === 'fulfilled') return [];
    const verdict = readFailure(end.reason, Date.now())?.verdict;
    const goesOn = verdict === 'cut-off' || verdict === 'later';
    return goesOn ? { error: end.reason, lists: groups[at] ?? [] } : [];
  });
  const [failure] = failures;
  if (!failure) return;
  const states = await statesOf(
    mirror,
    failures.flatMap(({ lists }) => lists),
  );
  const lacking = states.filter(({ key, tail }) => tail || isForced(key)).map(({ key }) => key);
  if (lacking.length === 0) return;
  dispatch({ type: 'pulls-failed', lists: lacking });
  throw failure.error;
}

/** The lists that were pulled before and lack what the newest event reports. */
async function listsBehind(mirror: Mirror, { lists, heard }: EngineState): Promise<ListName[]> {
  if (!heard) return [];
  const states = await statesOf(mirror, lists);
  return states
    .filter(({ epoch, cursor, tail }) => {
      return epoch !== null && !tail && (epoch !== heard.epoch || cursor < heard.revision);
    })
    .map(({ key }) => key);
}

/** How far lists have come; none when the mirror cannot be read: it was closed under this engine. */
function statesOf(mirror: Mirror, lists: readonly ListName[]): ReturnType<typeof listStates> {
  return listStates(mirror, lists).catch(() => []);
}
