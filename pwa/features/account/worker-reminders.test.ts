import { expect, test, vi } from 'vitest';
import { REMINDERS_PATH } from '#contract/paths/reminders-path.ts';
import type { Reminder } from '#contract/reminders/reminders.ts';
import { openReminder, renewReminders, showReminder } from './worker-reminders.ts';

type Options = NotificationOptions & { data: { count: number; url: string } };

/** A browser as the worker sees it, with the notifications that stand on the screen. */
function aBrowser({ pages = [] as string[] } = {}) {
  const shown = new Map<string, { title: string; options: Options }>();
  const opened: string[] = [];
  const messages: unknown[] = [];
  const subscribe = vi.fn(async () => ({ endpoint: 'https://push.example/new' }));
  const worker = {
    registration: {
      getNotifications: async ({ tag = '' } = {}) => {
        const one = shown.get(tag);
        return one ? [{ data: one.options.data } as Notification] : [];
      },
      showNotification: async (title: string, options?: NotificationOptions) => {
        shown.set(options?.tag ?? '', { title, options: options as Options });
      },
      pushManager: { subscribe } as unknown as PushManager,
    },
    clients: {
      matchAll: async () =>
        pages.map((url) => ({
          url: `https://agency.example${url}`,
          postMessage: (message: unknown) => void messages.push(message),
          focus: async () => undefined,
        })),
      openWindow: async (url: string) => void opened.push(url),
    },
  };
  const push = (reminder: Partial<Reminder>) =>
    showReminder(worker, {
      json: () => ({ kind: 'inquiry', count: 1, id: 7, language: 'en', ...reminder }),
    });
  const tap = async (tag: string) => {
    const data = shown.get(tag)?.options.data;
    shown.delete(tag);
    await openReminder(worker, { notification: { data, close: vi.fn() } });
  };
  return { worker, shown, opened, messages, subscribe, push, tap };
}

test('a reminder is shown in the language of the device, and a tap opens its record', async () => {
  const { push, shown, tap, opened } = aBrowser();
  await push({ language: 'de' });
  expect(shown.get('inquiry')?.title).toBe('Neue Anfrage');
  await tap('inquiry');
  await push({ kind: 'follow-up', id: 'abc', language: 'fr' });
  expect(shown.get('follow-up')?.title).toBe('Une relance est prévue aujourd’hui');
  await tap('follow-up');
  // A deadline is of a player, or of the search of a club.
  for (const id of ['abc', 9]) {
    await push({ kind: 'deadline', id });
    await tap('deadline');
  }
  expect(opened).toEqual([
    '/dashboard/contacts/7',
    '/dashboard/applications/abc',
    '/dashboard/applications/abc',
    '/dashboard/contacts/9',
  ]);
});

test('ten inquiries are one notification, which leads to their list', async () => {
  const { push, shown, tap, opened } = aBrowser();
  for (let id = 1; id <= 8; id += 1) await push({ id });
  await push({ count: 2, id: null });
  expect([...shown.values()].map(({ title }) => title)).toEqual(['10 new inquiries']);
  expect(shown.get('inquiry')?.options.tag).toBe('inquiry');
  await tap('inquiry');
  await push({ id: 11 });
  expect(shown.get('inquiry')?.title).toBe('New inquiry');
  await tap('inquiry');
  expect(opened).toEqual(['/dashboard?tab=contacts', '/dashboard/contacts/11']);
});

test.each([
  [{ kind: 'reply', count: 3, id: null }, '/today'],
  [{ kind: 'follow-up', count: 2, id: null }, '/today'],
  [{ kind: 'account', count: 1, id: 4 }, '/admin/users'],
  [{ kind: 'test', count: 1, id: null }, '/account'],
] as const)('%o leads to %s', async (reminder, url) => {
  const { push, tap, opened } = aBrowser();
  await push(reminder);
  await tap(reminder.kind);
  expect(opened).toEqual([url]);
});

test('an open page of the back office opens the record itself; no other page of the site does', async () => {
  const { push, tap, opened, messages } = aBrowser({ pages: ['/', '/dashboard'] });
  await push({});
  await tap('inquiry');
  expect([messages, opened]).toEqual([[{ type: 'OPEN', url: '/dashboard/contacts/7' }], []]);

  const visitor = aBrowser({ pages: ['/', '/privacy', '/terms?lang=de', '/api/docs'] });
  await visitor.push({});
  await visitor.tap('inquiry');
  expect([visitor.messages, visitor.opened]).toEqual([[], ['/dashboard/contacts/7']]);
});

test('a kind of a newer server, and a message that nobody understands, are shown, too', async () => {
  const { worker, push, shown, tap, opened } = aBrowser();
  await push({ kind: 'transfer-window' as Reminder['kind'], language: 'it' });
  expect(shown.get('transfer-window')?.title).toBe('Qualcosa ti aspetta');
  await showReminder(worker, null);
  await showReminder(worker, { json: () => JSON.parse('{') });
  expect(shown.get('unknown')?.title).toBe('Something needs you');
  await tap('unknown');
  expect(opened).toEqual(['/today']);
});

test('a subscription that the browser has ended is renewed, if the device is still to be reminded', async () => {
  const { worker, subscribe } = aBrowser();
  const kept = { kinds: ['reply'], language: 'es', subscription: { endpoint: 'old' } };
  const answers = [
    { publicKey: 'BKey', reminders: kept },
    {},
    { publicKey: 'BKey', reminders: null },
  ];
  const fetched = vi.fn(async (_path: string, _how?: RequestInit) =>
    Response.json(answers.shift()),
  );
  vi.stubGlobal('fetch', fetched);

  await renewReminders(worker);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  const [path, how] = fetched.mock.calls[1] ?? [];
  expect([path, how?.method]).toEqual([REMINDERS_PATH, 'PUT']);
  expect(JSON.parse(String(how?.body))).toEqual({
    ...kept,
    subscription: { endpoint: 'https://push.example/new' },
  });

  await renewReminders(worker);
  expect(subscribe).toHaveBeenCalledOnce();
  expect(fetched).toHaveBeenCalledTimes(3);
});
