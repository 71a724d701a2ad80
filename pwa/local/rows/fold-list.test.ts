import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Application } from '#contract/applications.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { readOutbox } from '#pwa/local/outbox/outbox-memory.ts';
import { queue } from '#pwa/local/outbox/queue.ts';
import { takeBack } from '#pwa/local/outbox/undo.ts';
import { changeStatus, changeStatuses } from '#pwa/test/commands.ts';
import { aContact, anApplication } from '#pwa/test/fake-server.ts';
import { keepRows, removeRows } from '#pwa/test/mirrored.ts';
import { pagesOf } from './mirrored-list.ts';
import { readHistory, readList, readRow } from './read-rows.ts';

let users = 9_000;
const open: Mirror[] = [];

afterEach(() => {
  for (const mirror of open.splice(0)) mirror.close();
});

/** One more tab of a user's phone; a new user's without a mirror to share it with. */
function aTab(of?: Mirror): Mirror {
  users += 1;
  const mirror = new Mirror(of?.userId ?? users);
  open.push(mirror);
  return mirror;
}

async function withRows(count: number): Promise<{ mirror: Mirror; rows: Application[] }> {
  const mirror = aTab();
  const rows = Array.from({ length: count }, () => anApplication());
  await keepRows(mirror, 'applications', rows);
  return { mirror, rows };
}

const NOTE = { status: 'pending', notes: 'Called.' } as const;

test('W-06 a change reads as little with hundreds queued as with none', async () => {
  const { mirror, rows } = await withRows(300);
  await changeStatuses(mirror, rows, NOTE);
  await readList(mirror, 'applications');

  let read = 0;
  const count = <Value>(value: Value): Value => {
    read += 1;
    return value;
  };
  mirror.outbox.hook('reading', count);
  pagesOf(mirror, 'applications').hook('reading', count);
  const [first = anApplication()] = rows;
  await changeStatus(mirror, first, { status: 'signed', notes: null });
  const all = await readList(mirror, 'applications');
  expect(all[0]).toMatchObject({ id: first.id, status: 'signed', waiting: 'not-sent' });
  expect(all).toHaveLength(300);
  await readRow(mirror, 'applications', first.id);
  await readHistory(mirror, first.id);
  expect(read).toBeLessThan(12);
});

test('the list stays the same array while nothing is written, and the rows that did not change the same objects', async () => {
  const { mirror, rows } = await withRows(3);
  const before = await readList(mirror, 'applications');
  expect(await readList(mirror, 'applications')).toBe(before);

  const [, row = anApplication()] = rows;
  await changeStatus(mirror, row, { status: 'signed', notes: null });
  const after = await readList(mirror, 'applications');
  expect(after.map(({ id }) => id)).toContain(row.id);
  expect(after.filter((one) => before.includes(one))).toHaveLength(2);
});

test('W-10 changes that another tab queues, sends and undoes show here', async () => {
  const { mirror, rows } = await withRows(1);
  const other = aTab(mirror);
  const [row = anApplication()] = rows;
  const statuses = async () =>
    (await readList(mirror, 'applications')).map(({ status, waiting }) => [status, waiting]);
  expect(await statuses()).toEqual([['pending', null]]);

  const key = await changeStatus(other, row, { status: 'signed', notes: null });
  expect(await statuses()).toEqual([['signed', 'not-sent']]);
  const [{ seq } = { seq: 0 }] = await other.outbox.toArray();
  const inFlight = await other.inFlight.add({ seqs: [seq] });
  expect(await statuses()).toEqual([['signed', 'sending']]);
  expect(await takeBack(other, key)).toBe('sending');
  await other.inFlight.delete(inFlight);
  await takeBack(other, key);
  expect(await statuses()).toEqual([['pending', null]]);

  await keepRows(other, 'applications', [{ ...row, status: 'rejected', version: row.version + 1 }]);
  expect(await statuses()).toEqual([['rejected', null]]);
  await removeRows(other, 'applications', [row.id]);
  expect(await statuses()).toEqual([]);
});

test('concurrent readers see the same', async () => {
  const { mirror, rows } = await withRows(20);
  const read = () => readOutbox(mirror);
  const reads: PromiseLike<readonly { seq: number }[]>[] = [];
  for (const row of rows) {
    await changeStatus(mirror, row, NOTE);
    reads.push(read(), read());
  }
  for (const [at, entries] of (await Promise.all(reads)).entries()) {
    const seqs = entries.map(({ seq }) => seq);
    expect(seqs.length).toBeGreaterThan(at / 2);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
  }
  expect(await read()).toEqual(await mirror.outbox.toArray());
});

test('D-12 a conversion that waits makes its application and marks its inquiry', async () => {
  const mirror = aTab();
  const contacts = [aContact(1), aContact(2)];
  await keepRows(mirror, 'contacts', contacts);
  expect(await readList(mirror, 'contacts')).toHaveLength(2);
  const [, seen = aContact(2)] = contacts;
  await queue(mirror, { type: 'contact-converted', body: { status: 'pending' }, seen });

  expect(await readList(mirror, 'contacts')).toContainEqual({
    ...seen,
    convertedToApplication: true,
    waiting: 'not-sent',
  });
  const [made] = await readList(mirror, 'applications');
  expect(made).toMatchObject({ contactId: 2, waiting: 'not-sent' });
  expect(await readRow(mirror, 'applications', made?.id ?? '')).toEqual(made);
});
