import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '#prisma/client.ts';
import { usernameKeyOf } from '#server/domain/accounts/users.ts';
import { networkOf } from '#server/http/transport/address.ts';
import { CountedLimit, tooMany } from './counted-limit.ts';

/** Limits how often a call may be tried. Every function throws `too-many-requests`. */
export interface RateLimits {
  /** Counts an attempt as failed, before its password is checked. `signedIn` resets the count. */
  signingIn(attempt: SignInAttempt): Promise<void>;
  signedIn(attempt: SignInAttempt): Promise<void>;
  /**
   * Many visitors of an event share one address. The short limit holds a burst up for a minute at most:
   * the page keeps an inquiry that is refused, and sends it then.
   */
  inquiring(address: string): Promise<void>;
  /** Page loads by campaign links. The limit lets a stadium behind one address pass. */
  visiting(address: string): Promise<void>;
  registering(address: string): Promise<void>;
  /** Tries of one-time links count as tries of passwords do. */
  openingLink(address: string): Promise<void>;
  /** Counts an attempt as failed, before the password is checked. `passwordChanged` resets the count. */
  changingPassword(userId: number): Promise<void>;
  passwordChanged(userId: number): Promise<void>;
  /** Each test makes the server call another one. */
  testingReminders(userId: number): Promise<void>;
  /** Links to addresses that may belong to other people. */
  askingForAddress(userId: number): Promise<void>;
  readingCalendar(address: string): Promise<void>;
  /** Private links of visitors: their secrets cannot be guessed, and each call looks one up. */
  openingInquiry(address: string): Promise<void>;
}

export interface SignInAttempt {
  address: string;
  username: string;
  /**
   * The id of a device on which the account has signed in before (known-devices.ts); null for a stranger.
   * Its attempts count for this device only, so strangers cannot lock it out.
   */
  device: string | null;
}

const MINUTE = 60;
/** The most page loads by campaign links from one address in ten minutes. */
const MOST_VISITS = 3_000;
/** The most reads of calendars from one address in ten minutes. */
const MOST_CALENDARS = 120;

/**
 * Limits that are counted in the database, so that a restart or a second process does not reset them.
 * Addresses, names and devices are stored as digests under `secret`.
 */
export function rateLimits(db: Db, secret: string): RateLimits {
  const limit = (name: string, points: number, duration: number) =>
    new CountedLimit(db, { name, points, duration });
  const signInByDevice = limit('sign-in-device', 10, 15 * MINUTE);
  const signInByAccount = limit('sign-in-account', 10, 15 * MINUTE);
  const signInByAddress = limit('sign-in-address', 30, MINUTE);
  const inquiryBurst = limit('inquiry-burst', 10, MINUTE);
  const inquiryByAddress = limit('inquiry', 60, 10 * MINUTE);
  const visitFlood = new RateLimiterMemory({ points: MOST_VISITS, duration: 10 * MINUTE });
  const registerByAddress = limit('register', 5, 60 * MINUTE);
  const passwordByUser = limit('password', 10, 15 * MINUTE);
  const calendarReads = new RateLimiterMemory({ points: MOST_CALENDARS, duration: 10 * MINUTE });
  const addressByUser = limit('address', 5, 60 * MINUTE);
  const inquiryLinks = limit('inquiry-link', 60, 10 * MINUTE);
  const reminderTests = limit('reminder-test', 10, 10 * MINUTE);

  const digest = (value: string) =>
    createHmac('sha256', secret).update(value).digest('base64url').slice(0, 22);
  const accountOf = (username: string) => digest(usernameKeyOf(username));
  const placeOf = (address: string) => digest(networkOf(address));

  return {
    async signingIn({ address, username, device }) {
      if (device !== null) return signInByDevice.spend(digest(device));
      await signInByAddress.spend(placeOf(address));
      await signInByAccount.spend(accountOf(username));
    },
    signedIn: ({ username, device }) =>
      device === null
        ? signInByAccount.reset(accountOf(username))
        : signInByDevice.reset(digest(device)),
    async inquiring(address) {
      await inquiryBurst.spend(placeOf(address));
      await inquiryByAddress.spend(placeOf(address));
    },
    visiting: (address) => spendInMemory(visitFlood, placeOf(address)),
    registering: (address) => registerByAddress.spend(placeOf(address)),
    openingLink: (address) => signInByAddress.spend(placeOf(address)),
    changingPassword: (userId) => passwordByUser.spend(digest(String(userId))),
    passwordChanged: (userId) => passwordByUser.reset(digest(String(userId))),
    testingReminders: (userId) => reminderTests.spend(digest(String(userId))),
    readingCalendar: (address) => spendInMemory(calendarReads, placeOf(address)),
    openingInquiry: (address) => inquiryLinks.spend(placeOf(address)),
    askingForAddress: (userId) => addressByUser.spend(digest(String(userId))),
  };
}

/** For tests and benchmarks (RATE_LIMITS=off). */
export const NO_LIMITS: RateLimits = {
  signingIn: async () => {},
  signedIn: async () => {},
  inquiring: async () => {},
  visiting: async () => {},
  registering: async () => {},
  openingLink: async () => {},
  changingPassword: async () => {},
  passwordChanged: async () => {},
  testingReminders: async () => {},
  askingForAddress: async () => {},
  readingCalendar: async () => {},
  openingInquiry: async () => {},
};

async function spendInMemory(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooMany(refusal.msBeforeNext);
  }
}
