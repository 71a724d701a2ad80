import { expect, test } from './fixtures.ts';
import {
  drained,
  historyOf,
  lookAgain,
  notesOf,
  nothingMarked,
  saveNote,
  saveNotesOffline,
  waitingOn,
} from './queue.ts';
import { anApplication } from './server-records.ts';

test('faults 1, 2 and 30: answers that are lost or cut at any byte, requests that arrive twice, each change is applied once', {
  tag: '@once',
}, async ({ page, agency, tunnel, application: { id } }) => {
  // Bytes: nothing of the answer, a part of its head, all of its head, a part of its body.
  const cuts = [0, 9, 200, 700, 1_200];
  tunnel.cuts = [...cuts];
  await saveNote(page, 'Through every cut.');
  for (let tries = 1; tries <= cuts.length; tries += 1) {
    await expect.poll(() => tunnel.writes.length).toBeGreaterThanOrEqual(tries);
    await lookAgain(page);
  }
  await drained(page);
  expect(tunnel.cuts).toEqual([]);
  expect(new Set(tunnel.keys).size).toBe(1);
  expect(tunnel.keys.length).toBeGreaterThan(cuts.length);

  tunnel.doubles = true;
  await saveNote(page, 'Twice at once.');
  await drained(page);
  await saveNote(page, 'And again.');
  await drained(page);
  await expect
    .poll(() => notesOf(agency, id))
    .toEqual(['Through every cut.', 'Twice at once.', 'And again.']);
});

test('faults 5 and 6: a server that is killed in the middle of 300 changes has applied each once when it is back', {
  tag: '@all',
}, async ({ page, agency, tunnel, application: { id } }) => {
  const ids: string[] = [];
  for (let at = 0; at < 10; at += 1) ids.push((await anApplication(agency)).id);
  const notes = await saveNotesOffline(page, tunnel, {
    note: 'The first of many.',
    more: 300,
    on: ids,
  });
  const keys = new Map((await waitingOn(page)).map(({ key, entity }) => [key, entity]));
  expect(keys.size).toBe(301);

  tunnel.enter('open');
  await lookAgain(page);
  await expect.poll(() => tunnel.writes.length, { intervals: [5] }).toBeGreaterThan(1);
  await agency.restart('SIGKILL');
  await lookAgain(page);
  await drained(page);

  for (const [application, expected] of notes) {
    expect(await notesOf(agency, application)).toEqual(expected);
    for (const entry of await historyOf(agency, application)) {
      expect(keys.get(entry.id)).toBe(`application:${application}`);
    }
  }
  expect(await notesOf(agency, id)).toEqual(['The first of many.']);
  await nothingMarked(page);
});
