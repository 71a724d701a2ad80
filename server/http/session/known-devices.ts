import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { usernameKeyOf } from '#server/domain/accounts/users.ts';
import type { Context } from '#server/http/transport/context.ts';

/** In days. Browsers keep no cookie for longer. */
const LIFE = 400;
/** The age from which a device that is in use gets a new mark, in days. */
const RENEW_AFTER = 30;
/** The most accounts that one device remembers, the last used first. */
const MOST_ACCOUNTS = 5;
const DAY = 24 * 60 * 60_000;

/**
 * Recognises devices on which an account has signed in before, so that a stranger's wrong passwords do not
 * lock them out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 *
 * A cookie has one mark per account: a random id, the day, and a digest of both with the username under
 * the server's key. It does not tell which account it is for. It signs no one in, and stays when the user
 * signs out.
 */
export class KnownDevices {
  readonly #keys: readonly [string, ...string[]];
  readonly #https: boolean;

  /** @param keys the first makes marks, all verify them */
  constructor(keys: readonly [string, ...string[]], { https }: { https: boolean }) {
    this.#keys = keys;
    this.#https = https;
  }

  /** The random id of this device for an account; null if the account has not signed in on it. */
  idFor(ctx: Context, username: string): string | null {
    return this.#markFor(ctx, username)?.id ?? null;
  }

  /** Gives the device a new mark after a sign-in. */
  remember(ctx: Context, username: string): void {
    const others = marksOf(this.#read(ctx)).filter((mark) => !this.#isFor(mark, username));
    const mark = { id: randomBytes(16).toString('base64url'), day: today() };
    const digest = digestOf(mark, username, this.#keys[0]);
    const marks = [{ ...mark, digest }, ...others].slice(0, MOST_ACCOUNTS);
    ctx.cookies.set(this.#name, marks.map(textOf).join('~'), {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#https,
      maxAge: LIFE * DAY,
      signed: false,
    });
  }

  /** Gives a device with a session a mark if it has none, or an old one. */
  renew(ctx: Context, username: string): void {
    const mark = this.#markFor(ctx, username);
    if (!mark || today() - mark.day >= RENEW_AFTER) this.remember(ctx, username);
  }

  get #name(): string {
    return this.#https ? '__Host-device' : 'device';
  }

  #read(ctx: Context): string {
    return ctx.cookies.get(this.#name, { signed: false }) ?? '';
  }

  #markFor(ctx: Context, username: string): Mark | null {
    const mark = marksOf(this.#read(ctx)).find((each) => this.#isFor(each, username));
    return mark && today() - mark.day < LIFE ? mark : null;
  }

  #isFor(mark: Mark, username: string): boolean {
    const given = Buffer.from(mark.digest);
    return this.#keys.some((key) =>
      timingSafeEqual(given, Buffer.from(digestOf(mark, username, key))),
    );
  }
}

interface Mark {
  id: string;
  /** The day when it was made, counted from 1970. */
  day: number;
  digest: string;
}

function marksOf(cookie: string): Mark[] {
  return cookie
    .split('~')
    .slice(0, MOST_ACCOUNTS)
    .flatMap((text) => {
      const [, id, day, digest] = /^([\w-]{22})\.(\d{5})\.([\w-]{43})$/.exec(text) ?? [];
      return id && day && digest ? [{ id, day: Number(day), digest }] : [];
    });
}

function textOf({ id, day, digest }: Mark): string {
  return `${id}.${day}.${digest}`;
}

function digestOf({ id, day }: Omit<Mark, 'digest'>, username: string, key: string): string {
  return createHmac('sha256', key)
    .update(`known device\n${id}\n${day}\n${usernameKeyOf(username)}`)
    .digest('base64url');
}

function today(): number {
  return Math.floor(Date.now() / DAY);
}
