import { DEFAULT_LANGUAGE, isLanguage } from '#contract/fields/vocabulary.ts';
import { publicPageAt } from '#contract/paths/public-pages.ts';
import { REMINDERS_PATH } from '#contract/paths/reminders-path.ts';
import type { Reminder, Reminders } from '#contract/reminders/reminders.ts';
import { reminderText } from '#pwa/i18n/reminder-texts.ts';

/** The used parts of the worker's scope, whose types differ from a page's. */
interface Worker {
  registration: Pick<
    ServiceWorkerRegistration,
    'getNotifications' | 'showNotification' | 'pushManager'
  >;
  clients: {
    matchAll(options: { type: 'window' }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
}
interface Page {
  url: string;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}
type PushData = { json(): unknown } | null;

/** What a shown notification remembers. */
interface Shown {
  count: number;
  url: string;
}

/**
 * Shows what the server has sent. A second reminder of a kind takes the place of the first, with both counted: ten
 * inquiries are one notification.
 */
export async function showReminder(
  { registration }: Pick<Worker, 'registration'>,
  data: PushData,
): Promise<void> {
  const { kind, id, language, ...reminder } = readReminder(data);
  const shown = await registration.getNotifications({ tag: kind });
  const before = shown.map((each) => (each.data as Shown).count);
  const count = before.reduce((sum, each) => sum + each, reminder.count);
  const url = count === 1 && id !== null ? recordUrl(kind, id) : listUrl(kind);
  await registration.showNotification(reminderText(language, kind, count), {
    tag: kind,
    lang: language,
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    data: { count, url } satisfies Shown,
  });
}

/** A browser shows something of its own if the worker shows nothing, so whatever comes is shown. */
function readReminder(data: PushData): Reminder {
  const unknown = { kind: 'unknown' as Reminder['kind'], count: 1, id: null };
  try {
    const reminder = data?.json() as Reminder;
    if (isLanguage(reminder.language)) return reminder;
  } catch {
    // Not of this server.
  }
  return { ...unknown, language: DEFAULT_LANGUAGE };
}

function recordUrl(kind: Reminder['kind'], id: string | number): string {
  if (!['inquiry', 'reply', 'follow-up', 'deadline'].includes(kind)) return listUrl(kind);
  // Of these only the ids of inquiries are numbers.
  return `/dashboard/${typeof id === 'number' ? 'contacts' : 'applications'}/${id}`;
}

function listUrl(kind: Reminder['kind']): string {
  if (kind === 'inquiry') return '/dashboard?tab=contacts';
  if (kind === 'account') return '/admin/users';
  return kind === 'test' ? '/account' : '/today';
}

/** Opens what a tapped notification is about: in an open page of the back office, else in a new one. */
export async function openReminder(
  { clients }: Pick<Worker, 'clients'>,
  { notification }: { notification: Pick<Notification, 'data' | 'close'> },
): Promise<void> {
  notification.close();
  const { url } = notification.data as Shown;
  const pages = await clients.matchAll({ type: 'window' });
  // Other pages of this site do not listen: the public page, legal pages, the documents of the API.
  const page = pages.find((each) => isApp(new URL(each.url).pathname));
  if (!page) {
    await clients.openWindow(url);
    return;
  }
  page.postMessage({ type: 'OPEN', url });
  await page.focus();
}

function isApp(path: string): boolean {
  return !publicPageAt(path) && !path.startsWith('/api/');
}

/**
 * Subscribes anew after the browser has ended the subscription, if this device is still to be reminded. Without a
 * signal the next start of the back office does it.
 */
export async function renewReminders({
  registration,
}: Pick<Worker, 'registration'>): Promise<void> {
  const answer = await fetch(REMINDERS_PATH);
  if (!answer.ok) return;
  const { publicKey, reminders }: { publicKey: string; reminders: Reminders | null } =
    await answer.json();
  if (!reminders) return;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await registration.pushManager.subscribe(options);
  await fetch(REMINDERS_PATH, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...reminders, subscription }),
  });
}
