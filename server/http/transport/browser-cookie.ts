import { createHash, randomBytes } from 'node:crypto';
import type { Context } from './context.ts';

/** In milliseconds. */
const LIFE = 5 * 60_000;

/** Recognises for 5 minutes the browser that has begun something, such as a sign-in in two steps. */
export class BrowserCookie {
  readonly #name: string;
  readonly #https: boolean;

  constructor(name: string, { siteUrl }: { siteUrl: string }) {
    this.#https = new URL(siteUrl).protocol === 'https:';
    this.#name = this.#https ? `__Host-${name}` : name;
  }

  /** Gives the browser a new cookie, and returns its digest. */
  make(ctx: Context): string {
    const value = randomBytes(32).toString('base64url');
    ctx.cookies.set(this.#name, value, {
      httpOnly: true,
      sameSite: 'strict',
      secure: this.#https,
      maxAge: LIFE,
      signed: false,
    });
    return digestOf(value);
  }

  /** The digest of the browser's cookie; one that was never given out if there is none. */
  read(ctx: Context): string {
    return digestOf(ctx.cookies.get(this.#name, { signed: false }) ?? '');
  }
}

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
