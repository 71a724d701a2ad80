import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { blankState } from '#pwa/local/database/server-state.ts';
import { type EngineEvent, initialState, reduce } from '#pwa/sync/engine-state.ts';
import { Job } from '#pwa/sync/job.ts';
import { Refresher } from './refresher.ts';

/** A page that has pulled the applications up to revision 1, and hears of others. */
async function aListener(userId: number) {
  const mirror = new Mirror(userId);
  onTestFinished(() => mirror.close());
  await mirror.meta.put({ ...blankState('applications'), epoch: 'first', cursor: 1 });
  const { signal } = new AbortController();
  const refresher = new Refresher(mirror, signal);
  const pulled = vi.spyOn(refresher, 'refresh').mockResolvedValue();
  let state = reduce(initialState(['applications'], { isOffline: false, isSignedOut: false }), {
    type: 'owed-pulled',
  });
  const dispatch = (event: EngineEvent) => {
    state = reduce(state, event);
  };
  const pulling = new Job(() => refresher.refreshOwed(() => state, dispatch), signal);
  const hear = (event: LiveEvent) => {
    dispatch({ type: 'heard', event });
    return pulling.run();
  };
  return { mirror, pulled, hear };
}

test('W-05 an event that comes while the mirror is compared with the one before it is followed, too', async () => {
  const { pulled, hear } = await aListener(1);
  const compared = hear({ epoch: 'first', revision: 1 });
  await hear({ epoch: 'first', revision: 2 });
  await compared;
  expect(pulled).toHaveBeenCalledExactlyOnceWith(['applications'], { force: true });
});

test('an event that is followed while the mirror is closed ends without an error', async () => {
  const { mirror, pulled, hear } = await aListener(2);
  const said = vi.spyOn(console, 'error');
  onTestFinished(() => said.mockRestore());
  mirror.close();
  await hear({ epoch: 'first', revision: 2 });
  expect(pulled).not.toHaveBeenCalled();
  expect(said).not.toHaveBeenCalled();
});
