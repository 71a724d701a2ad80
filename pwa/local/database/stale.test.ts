import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { changeStatus } from '#pwa/test/commands.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import { keepRows, mirrored } from '#pwa/test/mirrored.ts';
import { Mirror } from './mirror.ts';

const DAY = 24 * 60 * 60_000;

/** A mirror with a row and an unsent change, last confirmed so many days ago, and closed. */
async function aMirror(userId: number, days: number): Promise<void> {
  const mirror = new Mirror(userId);
  await keepRows(mirror, 'applications', [anApplication()]);
  await changeStatus(mirror, anApplication(), { status: 'signed', notes: null });
  const state = { key: 'applications', epoch: 'e', cursor: 1, generation: 1, tail: null } as const;
  await mirror.meta.put({ ...state, syncedAt: Date.now() - days * DAY });
  mirror.close();
}

async function opened(userId: number) {
  const mirror = new Mirror(userId);
  const rows = (await mirrored(mirror, 'applications')).length;
  const unsent = await mirror.outbox.count();
  mirror.close();
  return { rows, unsent };
}

test('a mirror without contact for 30 days is empty before anything is read, and keeps its outbox', async () => {
  await aMirror(7_001, 31);
  expect(await opened(7_001)).toEqual({ rows: 0, unsent: 1 });
});

test('a mirror with contact since stays', async () => {
  await aMirror(7_002, 29);
  expect(await opened(7_002)).toEqual({ rows: 1, unsent: 1 });
});
