import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { asideNote } from '#contract/deadlines/set-aside.ts';
import { UNDONE } from '#contract/values/undone-notes.ts';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { queue } from '#pwa/local/outbox/queue.ts';
import { anEntry } from '#pwa/test/mirrored.ts';
import { putEntries, removeEntries } from './history.ts';
import { makeRoom } from './make-room.ts';
import { readAsides, readNotes } from './read-notes.ts';

let users = 7_300;

function aMirror(): Mirror {
  users += 1;
  const mirror = new Mirror(users);
  onTestFinished(() => mirror.close());
  return mirror;
}

async function textsOf(mirror: Mirror, id: string): Promise<string[]> {
  return ((await readNotes(mirror)).of.get(id) ?? []).map(({ text }) => text);
}

test('the notes of an application are there newest first, a queued one before all', async () => {
  const mirror = aMirror();
  await putEntries(
    mirror,
    [anEntry('a', 1, 'First'), anEntry('a', 2, null), anEntry('b', 3, 'Of b')],
    1,
  );
  await putEntries(mirror, [anEntry('a', 4, 'Second')], 1);
  const note = { status: 'pending', notes: 'Queued' } as const;
  await queue(mirror, statusChanged.make(note, { id: 'a', status: 'pending', contactId: null }));
  expect(await textsOf(mirror, 'a')).toEqual(['Queued', 'Second', 'First']);
  expect(await textsOf(mirror, 'b')).toEqual(['Of b']);
});

test('what an edit has replaced is found like a note', async () => {
  const mirror = aMirror();
  const edits = [
    { field: 'phone', before: '+34 600', after: null },
    { field: 'city', before: null, after: 'Elche' },
    { field: 'heightCm', before: 180, after: 181 },
  ];
  await putEntries(mirror, [{ ...anEntry('a', 1), edits }], 1);
  expect(await textsOf(mirror, 'a')).toEqual(['+34 600 · 180']);
});

test('an entry that two pulls have brought is there once', async () => {
  const mirror = aMirror();
  await putEntries(mirror, [anEntry('a', 1, 'First'), anEntry('a', 2, 'Second')], 1);
  await putEntries(mirror, [anEntry('a', 1, 'First')], 2);
  expect(await textsOf(mirror, 'a')).toEqual(['Second', 'First']);
});

test('only new pages are read again, and the notes of others are the same array', async () => {
  const mirror = aMirror();
  await putEntries(mirror, [anEntry('a', 1, 'Of a'), anEntry('b', 2, 'Of b')], 1);
  const before = await readNotes(mirror);
  const read = vi.spyOn(mirror.historyPages, 'get');
  await putEntries(mirror, [anEntry('b', 3, 'More of b')], 1);
  read.mockClear();
  const after = await readNotes(mirror);
  expect(read).toHaveBeenCalledTimes(1);
  expect(after.of.get('a')).toBe(before.of.get('a'));
  expect(after.of.get('b')?.map(({ text }) => text)).toEqual(['More of b', 'Of b']);
});

test('W-18 what was noted about an erased person is gone at the next read', async () => {
  const mirror = aMirror();
  await putEntries(mirror, [anEntry('a', 1, 'Secret.'), anEntry('b', 2, 'Of b')], 1);
  expect(await textsOf(mirror, 'a')).toEqual(['Secret.']);
  await removeEntries(mirror, ['a']);
  expect(await textsOf(mirror, 'a')).toEqual([]);
  expect(await textsOf(mirror, 'b')).toEqual(['Of b']);
});

test('a device that has made room says that older notes are missing, and only then', async () => {
  const mirror = aMirror();
  await putEntries(mirror, [anEntry('a', 1, 'First')], 1);
  expect((await readNotes(mirror)).areAll).toBe(true);
  await makeRoom(mirror);
  expect((await readNotes(mirror)).areAll).toBe(false);
});

test('a deadline is set aside by a note that waits, too, until that is taken back', async () => {
  const mirror = aMirror();
  const [one, other] = ['mandate-ends 2027-01-31 30', 'adult 2027-02-01'];
  await putEntries(mirror, [anEntry('a', 1, asideNote(one)), anEntry('b', 2, 'Of b')], 1);
  const notes = `${asideNote(other)}\nHe knows.`;
  const set = statusChanged.make(
    { status: 'pending', notes },
    { id: 'a', status: 'pending', contactId: null },
  );
  await queue(mirror, set);
  expect(await readAsides(mirror)).toEqual(new Map([['a', new Set([other, one])]]));
  await putEntries(mirror, [anEntry('a', 3, UNDONE[0] + asideNote(one))], 1);
  expect(await readAsides(mirror)).toEqual(new Map([['a', new Set([other])]]));
  const before = await readAsides(mirror);
  await putEntries(mirror, [anEntry('b', 4, 'More of b')], 1);
  expect(await readAsides(mirror)).toBe(before);
});
