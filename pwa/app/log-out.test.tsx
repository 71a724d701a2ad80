// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { Question } from '#pwa/local/database/rows.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { keepShare } from '#pwa/visitor/shares.ts';
import { LogOut } from './log-out.tsx';

const there = vi.hoisted(() => ({
  signOut: vi.fn(async (_how: string) => undefined),
  outbox: undefined as unknown as ReturnType<typeof anOutbox>,
  questions: [] as Question[],
  user: null as { id: number; areas: string[] } | null,
  navigate: vi.fn(async () => undefined),
}));

vi.mock('#pwa/session/auth-provider.tsx', () => ({
  useAuth: () => ({ user: there.user, signOut: there.signOut }),
}));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => there.navigate }));
vi.mock('#pwa/local/outbox/outbox-memory.ts', async () => {
  const { useStore } = await import('zustand');
  return { useOutbox: () => useStore(there.outbox).entries };
});

vi.mock('#pwa/local/outbox/questions.ts', () => ({
  useQuestions: () => there.questions,
}));

beforeEach(() => {
  there.questions = [];
  there.user = null;
  there.signOut.mockClear();
  there.outbox = anOutbox();
});

test('H-08 Logout pressed while the outbox is still being read signs out as soon as it is known', async () => {
  await show(<LogOut />);
  await doing(() => the('button').click());
  expect(there.signOut).not.toHaveBeenCalled();
  expect(the('button').getAttribute('aria-busy')).toBe('true');

  await doing(() => there.outbox.setState({ entries: [] }));
  expect(there.signOut).toHaveBeenCalledExactlyOnceWith('discard');
});

test('with something shared that is not used yet it leads there, and signs nobody out', async () => {
  there.user = { id: 7, areas: ['dashboard'] };
  const form = new FormData();
  form.set('text', 'Hello');
  expect(await keepShare(new Response(form))).toBeNull();
  await show(<LogOut />);
  await doing(() => there.outbox.setState({ entries: [] }));
  await doing(() => the('button').click());
  await vi.waitFor(() =>
    expect(there.navigate).toHaveBeenCalledExactlyOnceWith({ to: '/dashboard/shared' }),
  );
  expect(there.signOut).not.toHaveBeenCalled();
});

test('W-18 with nothing but an open question about an own text it asks, too', async () => {
  const about = { id: 'q', entity: 'application:a', type: 'application-edited', key: 'k' };
  there.questions = [{ ...about, field: 'phone', seen: null, mine: '1', theirs: '2' }];
  await show(<LogOut />);
  await doing(() => there.outbox.setState({ entries: [] }));
  await doing(() => the('button').click());
  expect(there.signOut).not.toHaveBeenCalled();
});

test('W-18 with unsent changes such a press asks, and signs nobody out', async () => {
  await show(<LogOut />);
  await doing(() => the('button').click());
  await doing(() => there.outbox.setState({ entries: [{} as OutboxEntry] }));
  expect(there.signOut).not.toHaveBeenCalled();
});

test('W-18 where the outbox cannot be read, Logout says so after 3 s and asks what to do, without sending', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await show(<LogOut />);
  await doing(() => the('button').click());
  await doing(() => vi.advanceTimersByTimeAsync(2_900));
  expect(the('button').getAttribute('aria-busy')).toBe('true');
  await doing(() => vi.advanceTimersByTimeAsync(200));
  await vi.dynamicImportSettled();
  await doing(() => vi.advanceTimersByTimeAsync(1_000));

  expect(document.body.textContent).toContain('logout.unreadable');
  const ways = [...document.querySelectorAll('[role*=dialog] button')].map(
    (one) => one.textContent,
  );
  expect(ways).toContain('logout.keep');
  expect(ways).not.toContain('logout.sendNow');
  expect(there.signOut).not.toHaveBeenCalled();
});

/** The outbox of the screen; undefined until it is read. */
function anOutbox() {
  return createStore<{ entries: OutboxEntry[] | undefined }>(() => ({ entries: undefined }));
}
