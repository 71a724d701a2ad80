import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { takeBack } from '#pwa/local/outbox/undo.ts';
import { changeStatus } from '#pwa/test/commands.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import { keepRows } from '#pwa/test/mirrored.ts';
import { RecordView } from './record-view.ts';

let users = 9_000;

/** One application that a screen looks at, once it is read. */
async function aView() {
  users += 1;
  const mirror = new Mirror(users);
  const application = anApplication();
  await keepRows(mirror, 'applications', [application]);
  const view = RecordView.of(mirror, application.id);
  const told = vi.fn();
  const unsubscribe = view.subscribe(told);
  onTestFinished(() => {
    unsubscribe();
    mirror.close();
  });
  await vi.waitFor(() => expect(view.get()?.row).toMatchObject({ status: 'pending' }));
  told.mockClear();
  return { mirror, application, view, told };
}

/** Lets the live query read what was written. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

test('what is queued is on screen at once, by one update, also after the outbox is read again', async () => {
  const { mirror, application, view, told } = await aView();
  await changeStatus(mirror, application, { status: 'signed', notes: 'To Elche.' });
  const seen = view.get();
  expect(seen?.row).toMatchObject({ status: 'signed', waiting: 'not-sent' });
  expect(seen?.history).toMatchObject([{ notes: 'To Elche.', newStatus: 'signed' }]);
  await settled();
  expect(view.get()).toBe(seen);
  expect(told).toHaveBeenCalledTimes(1);
});

test('several changes in a row are shown in their order, each once', async () => {
  const { mirror, application, view } = await aView();
  await changeStatus(mirror, application, { status: 'signed', notes: 'One.' });
  await changeStatus(
    mirror,
    { ...application, status: 'signed' },
    { status: 'rejected', notes: 'Two.' },
  );
  const notes = () => view.get()?.history.map((entry) => entry.notes);
  expect(notes()).toEqual(['Two.', 'One.']);
  await settled();
  expect(notes()).toEqual(['Two.', 'One.']);
});

test('a change that is taken back leaves the screen', async () => {
  const { mirror, application, view } = await aView();
  const key = await changeStatus(mirror, application, { status: 'signed', notes: null });
  await takeBack(mirror, key);
  await vi.waitFor(() => {
    expect(view.get()).toMatchObject({ row: { status: 'pending', waiting: null }, history: [] });
  });
});

test('a change that was accepted is not laid over what the server said since', async () => {
  const { mirror, application, view } = await aView();
  await changeStatus(mirror, application, { status: 'signed', notes: null });
  const newer = { ...application, status: 'rejected', version: application.version + 2 } as const;
  await mirror.outbox.clear();
  await keepRows(mirror, 'applications', [newer]);
  await vi.waitFor(() => {
    expect(view.get()).toMatchObject({ row: { status: 'rejected', waiting: null }, history: [] });
  });
});

test('a change of another record is not shown', async () => {
  const { mirror, view, told } = await aView();
  const other = anApplication();
  await keepRows(mirror, 'applications', [other]);
  await settled();
  told.mockClear();
  await changeStatus(mirror, other, { status: 'signed', notes: 'Not this one.' });
  await settled();
  expect(view.get()).toMatchObject({ row: { status: 'pending', waiting: null }, history: [] });
  expect(told).not.toHaveBeenCalled();
});
