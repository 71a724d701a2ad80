// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connection } from '#pwa/lib/connection.ts';
import { Mirror } from '#pwa/local/mirror.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { FakeLocks } from '#pwa/test/fake-locks.ts';
import { anApplication, aUser, FakeServer } from '#pwa/test/fake-server.ts';
import { Network } from '#pwa/test/network.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { useToasts } from '#pwa/ui/toast-store.ts';
import { ChosenStatusSheet } from './chosen-status-sheet.tsx';

let users = 9_900;

test('nineteen applications are changed at once', async () => {
  const { entries } = await sheetOf(19);
  await reject();
  expect(document.querySelector('[role=alertdialog]')).toBeNull();
  await doing(() => vi.waitUntil(() => entries().length === 19, 5_000));
});

test('twenty are changed after a question with their number, and Undo gives each its status back', async () => {
  const { entries } = await sheetOf(20);
  await reject();
  expect(the('[role=alertdialog]').textContent).toContain('select.many');
  expect(entries()).toEqual([]);

  const [, confirm] = the('[role=alertdialog]').querySelectorAll('button');
  await doing(() => confirm?.click());
  await doing(() => vi.waitUntil(() => toast()?.title === 'select.changed', 5_000));
  expect(entries()).toHaveLength(20);
  await doing(() => toast()?.action?.onPress());
  await doing(() => vi.waitUntil(() => toast()?.title === 'sync.undone', 5_000));
  const back = entries().filter(({ newStatus }) => newStatus === 'pending');
  expect(back).toHaveLength(20);
  expect(new Set(back.map(({ notes }) => notes))).toEqual(
    new Set(['applicationDetail.statusUpdate.reversal']),
  );
});

async function sheetOf(count: number) {
  users += 1;
  const user = aUser(users);
  const server = new FakeServer();
  server.user = user;
  vi.stubGlobal('fetch', new Network(server).fetch);
  Object.defineProperty(navigator, 'locks', { value: new FakeLocks(), configurable: true });
  connection.setState({ isOffline: false, answeredAt: -1 });
  useToasts.setState({ toasts: [] });
  const mirror = new Mirror(user.id);
  onTestFinished(() => {
    mirror.close();
    vi.unstubAllGlobals();
  });
  const applications = Array.from({ length: count }, () => server.addApplication(anApplication()));
  await show(
    <SyncProvider user={user}>
      <ChosenStatusSheet
        chosen={applications.map((application) => ({ ...application, waiting: null }))}
        onDone={() => {}}
        onClose={() => {}}
      />
    </SyncProvider>,
  );
  return { entries: () => applications.flatMap(({ id }) => server.historyOf(id)) };
}

async function reject(): Promise<void> {
  await doing(() => the('[type=radio][value=rejected]').click());
  await doing(() => the<HTMLButtonElement>('[type=submit]').click());
}

function toast() {
  return useToasts.getState().toasts.at(-1);
}
