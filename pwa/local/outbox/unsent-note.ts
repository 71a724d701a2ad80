import { NOTE_LIFE, noteName, notesIn, noteValue } from '#contract/unsent.ts';
import { isHttps, writePageCookie } from '#pwa/lib/storage/page-cookie.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';

/** Dismisses the message about lost changes for good. */
export async function putAwayLoss(mirror: Mirror): Promise<void> {
  await mirror.meta.put({ key: 'loss', lost: 0, isMore: false });
}

/**
 * Notes the keys of a user's queued changes in a cookie, which a browser keeps when it clears storage
 * for want of space.
 */
export function noteUnsent(userId: number, keys: readonly string[]): void {
  const before = noteValue(notedUnsent(userId));
  const value = noteValue(keys);
  // The outbox changes more often than its oldest keys.
  if (value === before) return;
  const life = value === '' ? 0 : NOTE_LIFE;
  writePageCookie(noteName(userId), value, life);
}

/** The keys of the last note. */
export function notedUnsent(userId: number): string[] {
  return notesIn(document.cookie, isHttps()).find((note) => note.userId === userId)?.keys ?? [];
}
