import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { blankState } from '#pwa/local/rows/list-state.ts';
import { Puller } from './puller.ts';
import { Refresher } from './refresher.ts';

test('W-05 an event that comes while the mirror is compared with the one before it is followed, too', async () => {
  const mirror = new Mirror(1);
  onTestFinished(() => mirror.close());
  await mirror.meta.put({ ...blankState('applications'), epoch: 'first', cursor: 1 });
  const refresher = new Refresher(mirror, new AbortController().signal);
  const pull = vi.spyOn(refresher, 'refreshTogether').mockResolvedValue();

  let newest: LiveEvent = { epoch: 'first', revision: 1 };
  const puller: Puller = new Puller({
    mirror,
    lists: ['applications'],
    refresher,
    whenSent: async () => undefined,
    newest() {
      const known = newest;
      queueMicrotask(() => {
        if (newest.revision === 2) return;
        newest = { epoch: 'first', revision: 2 };
        puller.follow();
      });
      return known;
    },
    onInterrupted: () => undefined,
  });
  puller.follow();

  await vi.waitFor(() => expect(pull).toHaveBeenCalled());
});
