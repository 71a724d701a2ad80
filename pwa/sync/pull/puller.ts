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
 * round trip while the event stream is open. A list that is left incomplete is owed once more: half of it must not
 * stand until a person comes back to it. Throws why it was interrupted.
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
  const interrupted = states.filter(({ tail }) => tail).map(({ key }) => key);
  if (interrupted.length === 0) return;
  dispatch({ type: 'pulls-interrupted', lists: interrupted });
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
