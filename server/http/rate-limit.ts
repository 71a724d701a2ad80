import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPrisma,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#prisma/client.ts';
import { usernameKeyOf } from '#server/domain/users.ts';

/** Limits how often a call may be tried. Every function throws `too-many-requests`. */
export interface RateLimits {
  /** Counts an attempt as failed, before its password is checked. `signedIn` resets the count. */
  signingIn(address: string, username: string): Promise<void>;
  signedIn(username: string): Promise<void>;
  /**
   * @param fromPage true for a call with an Idempotency-Key, as the page makes them. It has a higher
   *   limit, because many visitors of an event share one address
   */
  inquiring(address: string, fromPage: boolean): Promise<void>;
  /** Page loads by campaign links. The limit lets a stadium behind one address pass. */
  visiting(address: string): Promise<void>;
  registering(address: string): Promise<void>;
  /** Counts an attempt as failed, before the password is checked. `passwordChanged` resets the count. */
  changingPassword(userId: number): Promise<void>;
  passwordChanged(userId: number): Promise<void>;
}

const MINUTE = 60;
/** The most page loads by campaign links from one address in ten minutes. */
const MOST_VISITS = 3_000;

/**
 * Limits that are counted in the database, so that a restart or a second process does not reset them.
 * Addresses and names are stored as digests under `secret`.
 */
export function rateLimits(db: Db, secret: string): RateLimits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPrisma({
      storeClient: db,
      tableName: 'rateLimiterFlexible',
      keyPrefix,
      points,
      duration,
      clearExpiredByTimeout: false,
    });
  const signInByAccount = limiter('sign-in-account', 10, 15 * MINUTE);
  const signInByAddress = limiter('sign-in-address', 30, MINUTE);
  const inquiryByAddress = limiter('inquiry', 10, 10 * MINUTE);
  const inquiryBurst = limiter('inquiry-burst', 300, 10 * MINUTE);
  const visitFlood = new RateLimiterMemory({ points: MOST_VISITS, duration: 10 * MINUTE });
  const registerByAddress = limiter('register', 5, 60 * MINUTE);
  const passwordByUser = limiter('password', 10, 15 * MINUTE);

  const digest = (value: string) =>
    createHmac('sha256', secret).update(value).digest('base64url').slice(0, 22);
  const accountOf = (username: string) => digest(usernameKeyOf(username));
  const placeOf = (address: string) => digest(networkOf(address));

  return {
    async signingIn(address, username) {
      await spend(signInByAddress, placeOf(address));
      await spend(signInByAccount, accountOf(username));
    },
    async signedIn(username) {
      await signInByAccount.delete(accountOf(username));
    },
    inquiring: (address, fromPage) =>
      spend(fromPage ? inquiryBurst : inquiryByAddress, placeOf(address)),
    visiting: (address) => spend(visitFlood, placeOf(address)),
    registering: (address) => spend(registerByAddress, placeOf(address)),
    changingPassword: (userId) => spend(passwordByUser, digest(String(userId))),
    async passwordChanged(userId) {
      await passwordByUser.delete(digest(String(userId)));
    },
  };
}

/** For tests and benchmarks (RATE_LIMITS=off). */
export const NO_LIMITS: RateLimits = {
  signingIn: async () => {},
  signedIn: async () => {},
  inquiring: async () => {},
  visiting: async () => {},
  registering: async () => {},
  changingPassword: async () => {},
  passwordChanged: async () => {},
};

/** The network of an IPv6 address: one household has 2^64 addresses, which count as one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.replace(/%.*$/, '').toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

async function spend(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooMany(refusal.msBeforeNext);
  }
}

function tooMany(msBeforeNext: number): Problem {
  return new Problem('too-many-requests', 'Too many attempts. Please try again later.', {
    retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });
}
