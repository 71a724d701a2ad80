// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { type Reminders as Kept, readReminders } from '#contract/reminders/reminders.ts';
import { Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { connection } from '#pwa/lib/connection.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { refreshReminders, turnOff } from './device-reminders.ts';
import { Reminders } from './reminders.tsx';
import { RemindersOffer } from './reminders-offer.tsx';

vi.mock('#pwa/api/call.ts', () => ({ call: vi.fn() }));

const SUBSCRIPTION = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };
const KEPT: Kept = {
  subscription: SUBSCRIPTION,
  language: 'en',
  timeZone: 'Europe/Madrid',
  kinds: ['inquiry', 'reply'],
  quietFrom: '22:00',
  quietTo: '07:00',
};

let kept: Kept | null;
let permission: NotificationPermission;
const requestPermission = vi.fn(async () => permission);

/** A browser that can show reminders, and a server that keeps them. */
beforeEach(() => {
  vi.mocked(call).mockReset();
  kept = null;
  permission = 'granted';
  connection.setState({ isOffline: false });
  useToasts.setState({ toasts: [] });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  const subscribe = async () => ({ toJSON: () => SUBSCRIPTION });
  const registration = { pushManager: { subscribe } };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => undefined },
  });
  vi.mocked(call).mockImplementation(async (endpoint, options) => {
    if (endpoint.path === readReminders.path && endpoint.method === 'GET') {
      return { publicKey: 'BKey', reminders: kept } as never;
    }
    if (endpoint.method === 'PUT') kept = options.body as unknown as Kept;
    if (endpoint.method === 'DELETE') kept = null;
    return undefined as never;
  });
});

const card = () =>
  show(
    <Reminders
      areas={['dashboard']}
      install={<p>the install button</p>}
      onQuietHours={() => undefined}
    />,
  );
const said = () => document.body.textContent;
const toasts = () => useToasts.getState().toasts.map(({ title }) => title);
const button = (key: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === key);

test('a press asks for the permission, subscribes and turns every kind on', async () => {
  await card();
  await doing(() => button('account.reminders.turnOn')?.click());
  expect(requestPermission).toHaveBeenCalled();
  expect(kept).toMatchObject({
    subscription: SUBSCRIPTION,
    kinds: ['inquiry', 'reply', 'follow-up', 'deadline', 'account'],
    quietFrom: '22:00',
    quietTo: '07:00',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(toasts()).toEqual(['account.reminders.on']);
});

test('a person who refuses is told where to allow it, and nothing is sent', async () => {
  permission = 'denied';
  await card();
  await doing(() => button('account.reminders.turnOn')?.click());
  expect(kept).toBeNull();
  expect(useToasts.getState().toasts[0]?.description).toBe('account.reminders.refused');
});

test('kinds and quiet hours are sent at once; a failure takes the change back', async () => {
  kept = KEPT;
  vi.stubGlobal('Notification', { permission: 'granted' });
  await card();
  const boxes = document.querySelectorAll<HTMLInputElement>('[type=checkbox]');
  expect([...boxes].map(({ checked }) => checked)).toEqual([true, true, false, false]);
  expect(said()).not.toContain('account.reminders.kind.account');
  await doing(() => boxes[2]?.click());
  expect(kept.kinds).toEqual(['inquiry', 'reply', 'follow-up']);

  vi.mocked(call).mockRejectedValueOnce(new Unreachable('No.'));
  await doing(() => boxes[0]?.click());
  expect(boxes[0]?.checked).toBe(true);
  expect(toasts()).toEqual(['account.reminders.notChanged']);
});

test('a change that fails takes back no newer one', async () => {
  kept = KEPT;
  vi.stubGlobal('Notification', { permission: 'granted' });
  await card();
  const boxes = document.querySelectorAll<HTMLInputElement>('[type=checkbox]');
  let fail = (_: Unreachable) => {};
  vi.mocked(call).mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
  await doing(() => boxes[0]?.click());
  await doing(() => boxes[2]?.click());
  await doing(() => fail(new Unreachable('No.')));
  expect(kept.kinds).toEqual(['reply', 'follow-up']);
  expect([...boxes].map(({ checked }) => checked)).toEqual([false, true, true, false]);
});

test('without a signal the card says so, and every control waits', async () => {
  kept = KEPT;
  vi.stubGlobal('Notification', { permission: 'granted' });
  await card();
  await doing(() => connection.setState({ isOffline: true }));
  expect(said()).toContain('account.reminders.offline');
  expect(button('account.reminders.test')?.disabled).toBe(true);
  expect(the('fieldset:first-of-type').matches(':disabled')).toBe(true);
});

test('a browser that cannot show reminders says why', async () => {
  vi.stubGlobal('Notification', { permission: 'denied' });
  await card();
  expect(said()).toContain('account.reminders.blocked');
  expect(button('account.reminders.turnOn')).toBeUndefined();
});

test('on iOS the card leads to the installed app', async () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
  await card();
  expect(said()).toContain('account.reminders.install');
  expect(said()).toContain('the install button');
  Reflect.deleteProperty(navigator, 'standalone');
});

test('without push there is nothing to turn on', async () => {
  Reflect.deleteProperty(window, 'PushManager');
  vi.unstubAllGlobals();
  await card();
  expect(said()).toContain('account.reminders.unsupported');
  expect(call).not.toHaveBeenCalled();
});

test('a device that has travelled, or speaks another language, tells the server; any other does not', async () => {
  kept = { ...KEPT, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const sent = () => vi.mocked(call).mock.calls.filter(([{ method }]) => method === 'PUT').length;
  await refreshReminders('en');
  expect(sent()).toBe(0);
  await refreshReminders('de');
  expect([sent(), kept.language]).toEqual([1, 'de']);
  kept.timeZone = 'Asia/Tokyo';
  await refreshReminders('de');
  expect([sent(), kept.timeZone]).toEqual([2, Intl.DateTimeFormat().resolvedOptions().timeZone]);
  kept = null;
  await refreshReminders('de');
  expect(sent()).toBe(2);
});

test('Today offers them until the person has said no, here or by turning them off', async () => {
  localStorage.clear();
  await show(<RemindersOffer install="the install button" />);
  expect(button('account.reminders.turnOn')).toBeDefined();
  await doing(() => the('[aria-label="account.reminders.notNow"]').click());
  expect(button('account.reminders.turnOn')).toBeUndefined();
  await show(<RemindersOffer install="the install button" />);
  expect(button('account.reminders.turnOn')).toBeUndefined();

  localStorage.clear();
  await turnOff();
  await show(<RemindersOffer install="the install button" />);
  expect(button('account.reminders.turnOn')).toBeUndefined();
});
