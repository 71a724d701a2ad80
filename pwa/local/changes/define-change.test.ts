import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Application, editApplication } from '#contract/applications.ts';
import { editableTexts, withTexts } from '#pwa/features/changes/edit-change-dialog.tsx';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { answerQuestion } from '#pwa/local/outbox/answer-question.ts';
import { revise } from '#pwa/local/outbox/outbox-actions.ts';
import { queue } from '#pwa/local/outbox/queue.ts';
import { takeBack } from '#pwa/local/outbox/undo.ts';
import { readHistory, readRow } from '#pwa/local/rows/read-rows.ts';
import { mirroredRow } from '#pwa/test/mirrored.ts';
import { aPhone } from '#pwa/test/phone.ts';
import { defineChange, type Made } from './define-change.ts';
import { definitionOf, KINDS, type Mutation } from './registry.ts';

/** A generated kind of change: a player moves to another club. Nothing else in the product knows it. */
const playerMoved = defineChange({
  type: 'player-moved',
  endpoint: editApplication,
  list: 'applications',
  id: ({ seen }: Made<{ currentClub: string | null }, Application>) => seen.id,
  request: ({ body, seen }) => ({ ...seen, ...body, seen }),
  overlay: {
    applications: (row, { body, queuedAt }) => ({ ...row, ...body, updatedAt: queuedAt }),
  },
  history: ({ body, seen }, status = seen.status) => ({
    applicationId: seen.id,
    previousStatus: status,
    newStatus: status,
    notes: `To ${body.currentClub}.`,
  }),
  accept: ({ conflicts = [], ...application }) => ({
    rows: { applications: application },
    disputed: conflicts,
  }),
  amend: (seen: Application, { currentClub }) => ({
    body: { currentClub: typeof currentClub === 'string' ? currentClub : null },
    seen,
  }),
  describe: ({ body }, text) => `${text('applicationForm.currentClub')}: ${body.currentClub}`,
  done: () => 'Moved.',
  texts: { currentClub: { isRequired: true } },
  label: () => 'applicationForm.currentClub',
});

/** The union of changes holds only the kinds of the product. */
function move(mirror: Mirror, seen: Application, currentClub: string): Promise<string> {
  return queue(mirror, playerMoved.make({ currentClub }, seen) as unknown as Mutation);
}

async function theOne<Item>(items: PromiseLike<Item[]>): Promise<Item> {
  const [item, ...others] = await items;
  if (!item || others.length > 0) throw new Error('There is not exactly one.');
  return item;
}

async function seenBy(mirror: Mirror, id: string): Promise<Application> {
  const row = await readRow(mirror, 'applications', id);
  if (!row) throw new Error('There is no such application.');
  const { waiting: _, ...seen } = row;
  return seen;
}

beforeAll(() => {
  KINDS.set(playerMoved.type, playerMoved);
});

afterAll(() => {
  KINDS.delete(playerMoved.type);
});

test('a kind of change that is defined in one file is queued, shown, described, rewritten and sent', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const { id } = server.addApplication({ currentClub: 'Rayo' });
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  const key = await move(mirror, await seenBy(mirror, id), 'Elche');

  const entry = await theOne(mirror.outbox.toArray());
  expect(entry).toMatchObject({
    key,
    entity: `application:${id}`,
    method: 'PUT',
    path: `/api/applications/${id}`,
  });
  expect(await readRow(mirror, 'applications', id)).toMatchObject({
    currentClub: 'Elche',
    updatedAt: entry.queuedAt,
    waiting: 'not-sent',
  });
  expect(await readHistory(mirror, id)).toMatchObject([{ id: key, notes: 'To Elche.' }]);
  expect(definitionOf(entry).describe(entry, (text) => text)).toBe(
    'applicationForm.currentClub: Elche',
  );
  const [text] = editableTexts(entry);
  expect(text).toMatchObject({ label: 'applicationForm.currentClub', value: 'Elche' });
  if (!text) throw new Error('There is no text.');
  await revise(mirror, key, (now) => withTexts(now, [{ ...text, value: 'Getafe' }]));

  network.fault = () => null;
  tell('online');
  await pass(2_000);
  expect(await mirror.outbox.count()).toBe(0);
  expect(server.applications.get(id)).toMatchObject({ currentClub: 'Getafe' });
  expect([...server.applied.values()]).toEqual([1]);
  expect(await readRow(mirror, 'applications', id)).toMatchObject({
    currentClub: 'Getafe',
    waiting: null,
  });
  expect(await mirroredRow(mirror, 'applications', id)).toMatchObject({ currentClub: 'Getafe' });
});

test('its dispute is asked about, and my value is put through by a change of the same kind', async () => {
  const { server, network, openTab, pass, tell } = aPhone();
  const { id } = server.addApplication({ currentClub: 'Rayo' });
  const { mirror } = openTab();
  await pass(1_000);
  network.fault = () => 'drop-before';
  await move(mirror, await seenBy(mirror, id), 'Elche');
  const theirs = server.applications.get(id);
  if (theirs) server.applications.set(id, { ...theirs, currentClub: 'Getafe' });
  network.fault = () => null;
  tell('online');
  await pass(2_000);

  const question = await theOne(mirror.questions.toArray());
  const disputed = { field: 'currentClub', mine: 'Elche', theirs: 'Getafe' };
  expect(question).toMatchObject({ type: 'player-moved', ...disputed });
  expect(await readRow(mirror, 'applications', id)).toMatchObject({
    currentClub: 'Getafe',
    waiting: null,
  });
  await answerQuestion(mirror, question, 'mine');
  await pass(2_000);
  expect(server.applications.get(id)).toMatchObject({ currentClub: 'Elche' });
  expect(await mirror.questions.count()).toBe(0);
});

test('it is undone without a trace while it was never sent', async () => {
  const { server, openTab, pass } = aPhone();
  const { id } = server.addApplication({ currentClub: 'Rayo' });
  const { mirror, engine } = openTab();
  await pass(1_000);
  engine.stop();
  const key = await move(mirror, await seenBy(mirror, id), 'Elche');
  expect(await takeBack(mirror, key)).toBe('undone');
  expect(await readRow(mirror, 'applications', id)).toMatchObject({
    currentClub: 'Rayo',
    waiting: null,
  });
  expect(await readHistory(mirror, id)).toEqual([]);
  expect(server.applied.size).toBe(0);
});
