import * as v from 'valibot';
import type { Area } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { REMINDERS_PATH } from '#contract/paths/reminders-path.ts';

/** What a device can be reminded of, with the area that a user must be allowed to enter for it. */
export const REMINDER_KINDS = {
  /** A new inquiry. */
  inquiry: 'dashboard',
  /** Six hours are left of the promise to reply within 48 hours. */
  reply: 'dashboard',
  /** In the morning of the follow-up day. */
  'follow-up': 'dashboard',
  /** In the morning of the day from which on a deadline is told. */
  deadline: 'dashboard',
  /** An account waits for approval. */
  account: 'admin',
} as const satisfies Record<string, Area>;
export type ReminderKind = keyof typeof REMINDER_KINDS;
const KINDS = Object.keys(REMINDER_KINDS) as [ReminderKind, ...ReminderKind[]];

/** The kinds that a user who may enter these areas can get. */
export function kindsIn(areas: readonly Area[]): ReminderKind[] {
  return KINDS.filter((kind) => areas.includes(REMINDER_KINDS[kind]));
}

/**
 * A push message. It names no person: the lock screen shows it. `test` is sent on demand, and a newer server
 * may know more kinds.
 */
export interface Reminder {
  kind: ReminderKind | 'test';
  /** How many records became due since the last message of this kind. */
  count: number;
  /** The record, if it is one. */
  id: string | number | null;
  /** The language of the device. */
  language: Language;
}

/** The quiet hours of a device that was not asked for others. */
export const QUIET_HOURS = { quietFrom: '22:00', quietTo: '07:00' };

const time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time is HH:MM.'));
/** An IANA time zone. */
export const timeZone = v.pipe(
  v.string(),
  v.maxLength(60),
  v.check(isTimeZone, 'Unknown time zone.'),
);
/** Bytes as base64url, of a fixed length in characters. */
const bytes = (length: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), 'Not base64url.'));

/** Where and how this device is reminded. */
export const Reminders = v.object({
  /**
   * The browser's push subscription (RFC 8030, RFC 8291). Its address must be https, of a public host with a name.
   */
  subscription: v.object({
    endpoint: v.pipe(
      v.string(),
      v.maxLength(1_000),
      v.check(isPushAddress, 'Not an address of a push service.'),
    ),
    keys: v.object({ p256dh: bytes(87), auth: bytes(22) }),
  }),
  language: v.picklist(LANGUAGE_CODES),
  /** The device's IANA time zone: mornings and quiet hours are meant in it. */
  timeZone,
  /** Kinds that the user may not get are left out. */
  kinds: v.pipe(v.array(v.picklist(KINDS)), v.maxLength(KINDS.length)),
  /** Between these times reminders wait; equal times mean never. */
  quietFrom: time,
  quietTo: time,
});
export type Reminders = v.InferOutput<typeof Reminders>;

/** The reminders of the calling device, and the public key with which its browser subscribes. */
export const readReminders = endpoint('GET', REMINDERS_PATH, {
  access: 'dashboard',
  reply: v.object({
    /** VAPID (RFC 8292), base64url. */
    publicKey: v.string(),
    /** Null while the device gets no reminders. */
    reminders: v.nullable(Reminders),
  }),
});

/**
 * Turns on the reminders of the device that asks, or changes them. They end with its session. A repeated call
 * changes nothing.
 */
export const keepReminders = endpoint('PUT', REMINDERS_PATH, {
  access: 'dashboard',
  body: Reminders,
});

/** Turns off the reminders of the device that asks. */
export const stopReminders = endpoint('DELETE', REMINDERS_PATH, {
  access: 'dashboard',
});

/**
 * Sends a test to the device that asks. `failed`: the push service did not take it; `off`: this device gets no
 * reminders, or the push service does not know it any more. At most 10 in 10 minutes.
 */
export const testReminders = endpoint('POST', '/api/reminders/test', {
  access: 'dashboard',
  reply: v.object({ outcome: v.picklist(['sent', 'failed', 'off']) }),
});

/** Addresses are checked again when they are called: a name can lead to any machine. */
function isPushAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  const isName = !/^\[|^[\d.]+$/.test(hostname);
  return protocol === 'https:' && isName && username === '' && password === '';
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
