import { type Figure, median, milliseconds } from '#pwa/bench/measure.ts';
import { type Listener, listenLive } from '#server/test/live.ts';
import { aCall } from './changes.ts';
import { megabytes } from './compare.ts';
import type { Agency } from './start-agency.ts';

/** How soon 100 listening devices hear of a change, and the memory before and after 200 changes. */
export async function measureStreams({ admin, server: ours, signIn }: Agency): Promise<Figure[]> {
  const listeners: Listener[] = [];
  for (let n = 0; n < 100; n += 1) {
    const { origin, cookie } = await signIn();
    listeners.push(await listenLive(origin, cookie));
  }
  const delays: number[] = [];
  const memory: number[] = [];
  for (let n = 0; n < 200; n += 1) {
    const { method, path, body, key } = aCall(n);
    const answer = await admin.send(method, path, { body, key });
    const { version } = (await answer.json()) as { version: number };
    const committed = performance.now();
    await Promise.all(listeners.map(({ until }) => until((event) => event.revision >= version)));
    delays.push(performance.now() - committed);
    memory.push(ours.memory().now);
  }
  for (const listener of listeners) listener.close();
  const early = median(memory.slice(20, 61));
  const late = median(memory.slice(-41));
  return [
    {
      what: 'a commit reaches the last of 100 devices',
      value: milliseconds(median(delays)),
      goal: '1 s',
    },
    {
      what: 'memory, 100 devices, after 200 changes',
      value: megabytes(late),
      limit: megabytes(early),
      goal: 'flat',
    },
  ];
}
