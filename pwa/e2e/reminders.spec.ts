import type { Page, Worker } from 'playwright/test';
import type { Reminder } from '#contract/reminders/reminders.ts';
import { openPushReceiver, type PushReceiver } from '#server/test/push-receiver.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { keptForOffline } from './office.ts';
import { registeredWorker } from './registered-worker.ts';
import { anInquiry } from './server-records.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * Headless Chromium allows no notifications and has no push service: here the person allows them, and a subscription
 * leads to the push service of this journey.
 */
async function allowPush(page: Page, receiver: PushReceiver): Promise<void> {
  const subscription = receiver.subscribe('phone');
  await page.addInitScript((json) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    const one = {
      toJSON: () => json,
      unsubscribe: async () => {
        localStorage.removeItem('test-push');
        return true;
      },
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('test-push', 'on');
      return one;
    };
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem('test-push') ? one : null;
  }, subscription);
}

/** What the journey keeps of a worker's notifications. */
interface Shown {
  titles(): string[];
  tap(): void;
}
type WithShown = typeof globalThis & { shown: Shown };

/** Gives the worker a screen for its notifications. */
async function withScreen(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const shown: { title: string; tag: string; data: unknown; close: () => void }[] = [];
    const remove = (tag: string) => {
      const at = shown.findIndex((one) => one.tag === tag);
      if (at >= 0) shown.splice(at, 1);
    };
    Object.assign(ServiceWorkerRegistration.prototype, {
      async showNotification(title: string, { tag = '', data }: NotificationOptions) {
        remove(tag);
        shown.push({ title, tag, data, close: () => remove(tag) });
      },
      async getNotifications({ tag }: { tag: string }) {
        return shown.filter((one) => one.tag === tag);
      },
    });
    (globalThis as WithShown).shown = {
      titles: () => shown.map(({ title }) => title),
      tap: () => {
        const event = new Event('notificationclick');
        dispatchEvent(Object.assign(event, { notification: shown[0], waitUntil: () => undefined }));
      },
    };
  });
}

/** Delivers push messages to the worker of a page. */
async function pushTo(page: Page): Promise<(reminder: Reminder) => Promise<void>> {
  const { session, of } = await registeredWorker(page);
  return async (reminder) => {
    const data = JSON.stringify(reminder);
    await session.send('ServiceWorker.deliverPushMessage', { ...of, data });
  };
}

function shown(worker: Worker): Promise<string[]> {
  return worker.evaluate(() => (globalThis as WithShown).shown.titles());
}

/** Taps the only notification, as far as a script may: it cannot bring a window to the front. */
function tap(worker: Worker): Promise<void> {
  return worker.evaluate(() => (globalThis as WithShown).shown.tap());
}

test('a tap on Today turns reminders on, and a reminder opens its record without a signal', {
  tag: ['@phone', '@all'],
}, async ({ page, context, agency, tunnel, signIn }) => {
  const receiver = await openPushReceiver();
  const settings = { PUSH_SERVICES: 'local', NODE_EXTRA_CA_CERTS: receiver.caFile };
  await agency.restart('SIGTERM', settings);
  const inquiry = await anInquiry(agency);
  await allowPush(page, receiver);
  await signIn();
  await page.goto('/today');
  await keptForOffline(page);

  await page.getByRole('button', { name: 'Turn On Reminders' }).click();
  await expect(page.getByText('Reminders On', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn On Reminders' })).toBeHidden();

  await page.goto('/account');
  const card = page.getByRole('region', { name: 'Reminders on this device' });
  const accounts = card.getByLabel('Accounts that wait for approval');
  await accounts.uncheck();
  await card.getByLabel('To', { exact: true }).fill('06:30');
  await card.getByLabel('To', { exact: true }).blur();
  await expect
    .poll(() => page.evaluate(async () => (await (await fetch('/api/reminders')).json()).reminders))
    .toMatchObject({
      language: 'en',
      timeZone: 'Europe/Madrid',
      kinds: ['inquiry', 'reply', 'follow-up'],
      quietTo: '06:30',
    });
  await page.reload();
  await expect(accounts).not.toBeChecked();
  await expectNothing(page, 'account');

  await card.getByRole('button', { name: 'Send a Test' }).click();
  await expect(page.getByText('Test Sent', { exact: true })).toBeVisible();
  const [received] = receiver.received;
  const [worker] = context.serviceWorkers();
  if (!worker || !received) throw new Error('No worker, or no message.');
  await withScreen(worker);
  const push = await pushTo(page);
  await push(received.reminder);
  await expect.poll(() => shown(worker)).toEqual(['Reminders work on this device']);
  await tap(worker);
  await expect.poll(() => shown(worker)).toEqual([]);

  tunnel.enter('drop');
  await push({ kind: 'inquiry', count: 1, id: inquiry.id, language: 'en' });
  await expect.poll(() => shown(worker)).toEqual(['New inquiry']);
  await tap(worker);
  await expect(page).toHaveURL(new RegExp(`/dashboard/contacts/${inquiry.id}$`));
  await expect(page.getByRole('heading', { name: inquiry.name })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: inquiry.name })).toBeVisible();

  tunnel.enter('open');
  await page.goto('/account');
  await card.getByRole('button', { name: 'Turn Off' }).click();
  await expect(card.getByRole('button', { name: 'Turn On Reminders' })).toBeVisible();
  await agency.restart('SIGTERM');
  await receiver.close();
});

test.describe('on an iPhone', () => {
  test.use({
    serviceWorkers: 'block',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  });

  test('Today says that only the installed app can show reminders, and leads to the installation', {
    tag: ['@phone', '@all'],
  }, async ({ page, signIn }) => {
    // As Safari does for a page that is not installed.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'standalone', { value: false });
    });
    await signIn();
    await page.goto('/today');
    await page.getByRole('button', { name: 'Turn On Reminders' }).click();
    const words = page.getByRole('status').filter({
      hasText: 'On an iPhone or iPad only the installed app can show reminders.',
    });
    await expect(words).toBeVisible();
    await expectNothing(page, 'reminders on an iPhone');
    await words.getByRole('button', { name: 'Install' }).click();
    const steps = page.getByRole('dialog', { name: 'Add it to the home screen' });
    await expect(steps.getByRole('listitem')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(steps).toBeHidden();
    await page.getByRole('button', { name: 'Not Now' }).click();
    await expect(words).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn On Reminders' })).toBeHidden();
  });
});
