// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { dayAfter } from '#pwa/lib/time/dates.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { anApplication } from '#pwa/test/fake-server.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { type ChosenAct, ChosenSheet } from './chosen-sheet.tsx';

test('nineteen applications are changed at once', async () => {
  const { entries } = await sheetOf(19);
  await reject();
  expect(document.querySelector('[role=alertdialog]')).toBeNull();
  await doing(() => vi.waitUntil(() => entries().length === 19, 5_000));
});

test('twenty are changed after a question with their number, and Undo gives each its status back', async () => {
  const { entries } = await sheetOf(20);
  await reject();
  await question();
  expect(the('[role=alertdialog]').textContent).toContain('select.many');
  expect(entries()).toEqual([]);

  const [, confirm] = the('[role=alertdialog]').querySelectorAll('button');
  await doing(() => confirm?.click());
  await doing(() => vi.waitUntil(() => toast()?.description === 'select.changed', 5_000));
  expect(entries()).toHaveLength(20);
  await doing(() => toast()?.action?.onPress());
  await doing(() =>
    vi.waitUntil(
      () => toast()?.title === 'sync.toast.undone' && toast()?.description === 'select.changed',
      5_000,
    ),
  );
  const back = entries().filter(({ newStatus }) => newStatus === 'pending');
  expect(back).toHaveLength(20);
  expect(new Set(back.map(({ notes }) => notes))).toEqual(
    new Set(['applicationDetail.statusUpdate.reversal']),
  );
});

test('P-12 applications that have the status already are left out', async () => {
  const { entries } = await sheetOf(2);
  await doing(() => the('[type=radio][value=pending]').click());
  await doing(() => the<HTMLButtonElement>('[type=submit]').click());
  await doing(() => vi.waitUntil(() => toast()?.title === 'select.same', 5_000));
  expect(entries()).toEqual([]);
});

test('P-14 a note alone is written to all, also to those that have the status already', async () => {
  const { entries } = await sheetOf(2);
  await doing(() => the('[type=radio][value=pending]').click());
  await write('Hi.');
  await doing(() => the<HTMLButtonElement>('[type=submit]').click());
  await doing(() => vi.waitUntil(() => entries().length === 2, 5_000));
});

test('one note is written to many after a question, and each keeps its status', async () => {
  const { entries } = await sheetOf(20, 'note');
  expect(document.querySelector('[type=radio]')).toBeNull();
  expect(the<HTMLButtonElement>('[type=submit]').disabled).toBe(true);
  await write('Seen in Lisbon.');
  await doing(() => the<HTMLButtonElement>('[type=submit]').click());
  await question();
  expect(the('[role=alertdialog]').textContent).toContain('select.manyNotes');
  const [, confirm] = the('[role=alertdialog]').querySelectorAll('button');
  await doing(() => confirm?.click());
  await doing(() => vi.waitUntil(() => entries().length === 20, 5_000));
  expect(entries().every(({ newStatus }) => newStatus === 'pending')).toBe(true);
  expect(entries().every(({ notes }) => notes === 'Seen in Lisbon.')).toBe(true);
});

test('a time goes with any of the days', async () => {
  const { rows } = await sheetOf(2, 'follow-up');
  await type(the<HTMLInputElement>('[type=time]'), '15:05');
  const [today, tomorrow] = document.querySelectorAll('form button');
  expect(today?.textContent).toBe('applicationDetail.followUp.now, 3:05 PM');
  await doing(() => (tomorrow as HTMLElement).click());
  const followUpOn = `${dayAfter(Date.now(), 1)}T15:05`;
  await doing(() =>
    vi.waitUntil(() => rows().every((row) => row?.followUpOn === followUpOn), 5_000),
  );
});

async function question(): Promise<void> {
  await doing(() => vi.waitUntil(() => document.querySelector('[role=alertdialog]'), 5_000));
}

function write(text: string): Promise<void> {
  return type(the<HTMLTextAreaElement>('textarea'), text);
}

async function type(field: HTMLElement, text: string): Promise<void> {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  await doing(() => field.dispatchEvent(new Event('input', { bubbles: true })));
}

async function sheetOf(count: number, act: ChosenAct = 'status') {
  const { user, server } = signedIn();
  useToasts.setState({ toasts: [] });
  const applications = Array.from({ length: count }, () => server.addApplication(anApplication()));
  await show(
    <SyncProvider user={user}>
      <ChosenSheet
        act={act}
        chosen={applications.map((application) => ({ ...application, waiting: null }))}
        onDone={() => {}}
        onClose={() => {}}
      />
    </SyncProvider>,
  );
  return {
    entries: () => applications.flatMap(({ id }) => server.historyOf(id)),
    rows: () => applications.map(({ id }) => server.applications.get(id)),
  };
}

async function reject(): Promise<void> {
  await doing(() => the('[type=radio][value=rejected]').click());
  await doing(() => the<HTMLButtonElement>('[type=submit]').click());
}

function toast() {
  return useToasts.getState().toasts.at(-1);
}
