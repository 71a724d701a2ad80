import { NOTE_LIFE, noteName, notesIn, noteValue } from '#contract/unsent.ts';
import type { Middleware } from './context.ts';

/** Users whose changes may wait in one browser. */
const MOST_NOTES = 4;

/** Sets again what a page has noted of its unsent changes, so that it is kept (contract/unsent.ts). */
export const keepUnsentNotes: Middleware = (ctx, next) => {
  const cookies = ctx.get('Cookie');
  for (const { userId, keys } of notesIn(cookies).slice(0, MOST_NOTES)) {
    ctx.cookies.set(noteName(userId), noteValue(keys), {
      maxAge: NOTE_LIFE * 1_000,
      httpOnly: false,
      sameSite: 'strict',
      signed: false,
    });
  }
  return next();
};
