import type { Language } from '#contract/fields/vocabulary.ts';
import {
  keepReminders,
  QUIET_HOURS,
  REMINDER_KINDS,
  type ReminderKind,
  type Reminders,
  readReminders,
  stopReminders,
} from '#contract/reminders/reminders.ts';
import { call } from '#pwa/api/call.ts';
import { isInIosBrowser } from '#pwa/lib/is-in-ios-browser.ts';
import { readText, writeText } from '#pwa/lib/storage/web-storage.ts';
import { deviceZone } from '#pwa/lib/time/device-zone.ts';
import { within } from '#pwa/lib/time/within.ts';
import { accountCall } from './account-call.ts';

/** How long the browser's worker and its push service may take, in ms. */
const TIMEOUT = 15_000;

/**
 * Whether this browser can show reminders: `install`, if only the installed app can, as on iOS; `blocked`, if the
 * person has refused notifications.
 */
export function pushSupport(): 'ready' | 'blocked' | 'install' | 'unsupported' {
  if (isInIosBrowser()) return 'install';
  const hasPush = 'PushManager' in window && 'Notification' in window;
  if (!hasPush || !('serviceWorker' in navigator)) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/**
 * Asks for the permission and turns on the reminders of this device: every kind, if it had none before. Call it in the
 * handler of a press: browsers ask nothing at another time. False if the person refuses.
 */
export async function turnOn(language: Language): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { publicKey, reminders } = await accountCall(call(readReminders, {}));
  const kinds = Object.keys(REMINDER_KINDS) as ReminderKind[];
  const body = { kinds, ...QUIET_HOURS, ...reminders, ...(await here(publicKey, language)) };
  await accountCall(call(keepReminders, { body }));
  return true;
}

/** Turns them off. Today does not offer them again. */
export async function turnOff(): Promise<void> {
  declineOffer();
  await accountCall(call(stopReminders, {}));
  await (await subscriptionHere())?.unsubscribe();
}

/** Keeps address, time zone and language of this device up to date, if it is to be reminded. */
export async function refreshReminders(language: Language): Promise<void> {
  const { publicKey, reminders } = await call(readReminders, {});
  if (!reminders) return;
  const body = { ...reminders, ...(await here(publicKey, language)) };
  if (JSON.stringify(body) !== JSON.stringify(reminders)) await call(keepReminders, { body });
}

/** Whether this browser has a subscription, of whatever user. */
export async function isSubscribed(): Promise<boolean> {
  return (await subscriptionHere()) != null;
}

async function subscriptionHere() {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager.getSubscription();
}

/** Where this device is reminded, and in which language and time zone. */
async function here(
  publicKey: string,
  language: Language,
): Promise<Pick<Reminders, 'subscription' | 'language' | 'timeZone'>> {
  const timeZone = deviceZone() ?? 'UTC';
  const { endpoint, keys } = (await within(TIMEOUT, subscribe(publicKey))).toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  return { subscription: { endpoint: endpoint ?? '', keys: { p256dh, auth } }, language, timeZone };
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // A subscription for another key of the server must end first.
    const old = await pushManager.getSubscription();
    if (!(await old?.unsubscribe())) throw error;
    return pushManager.subscribe(options);
  }
}

const ANSWER = 'reminders-answer';

/** Whether the person wants no offer on this device. True if storage is disabled: the answer could not be stored. */
export function isOfferDeclined(): boolean {
  return readText('device', ANSWER) !== null;
}

/** Ends the offer on this device for ever. */
export function declineOffer(): void {
  writeText('device', ANSWER, 'not-now');
}
