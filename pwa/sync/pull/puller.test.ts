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

test('an event that is followed while the mirror is closed ends without an error', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const mirror = new Mirror(2);
  await mirror.meta.put({ ...blankState('applications'), epoch: 'first', cursor: 1 });
  const refresher = new Refresher(mirror, new AbortController().signal);
  const pull = vi.spyOn(refresher, 'refreshTogether').mockResolvedValue();
  const newest = vi.fn(() => ({ epoch: 'first', revision: 2 }));
  const puller = new Puller({
    mirror,
    lists: ['applications'],
    refresher,
    whenSent: async () => mirror.close(),
    newest,
    onInterrupted: () => undefined,
  });

  puller.follow();
  await vi.waitFor(() => expect(newest).toHaveBeenCalled());
  // A rejection is reported after the tasks of a turn.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(unhandled).not.toHaveBeenCalled();
  expect(pull).not.toHaveBeenCalled();
});
