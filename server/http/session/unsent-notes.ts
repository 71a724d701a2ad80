import { pageCookie } from '#contract/page-cookie.ts';
import { NOTE_LIFE, noteName, notesIn, noteValue } from '#contract/unsent.ts';
import type { Middleware } from '#server/http/transport/context.ts';

/** The most users whose notes are renewed in one browser. */
const MOST_NOTES = 4;

/** Renews the cookies in which a page notes its unsent changes (contract/unsent.ts). */
export const keepUnsentNotes: Middleware = (ctx, next) => {
  const cookies = ctx.get('Cookie');
  const { secure } = ctx.cookies;
  for (const { userId, keys } of notesIn(cookies, secure).slice(0, MOST_NOTES)) {
    ctx.cookies.set(pageCookie(noteName(userId), secure), noteValue(keys), {
      maxAge: NOTE_LIFE * 1_000,
      httpOnly: false,
      sameSite: 'strict',
      signed: false,
    });
  }
  return next();
};
