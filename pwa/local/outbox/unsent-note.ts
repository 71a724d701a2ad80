import { NOTE_LIFE, noteName, notesIn, noteValue } from '#contract/unsent.ts';
import { hasPageCookie, isHttps, writePageCookie } from '#pwa/lib/storage/page-cookie.ts';
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

/**
 * Notes that a user's changes were discarded on purpose: no loss, though a late answer may bring their note back. A
 * cookie like the note: the sign-out clears the storage and no cookies.
 */
export function noteDiscarded(userId: number): void {
  if (notedUnsent(userId).length === 0) return;
  noteUnsent(userId, []);
  writePageCookie(discarded(userId), '1', NOTE_LIFE);
}

/** Ends that for a new mirror, whose changes count again. */
export function forgetDiscarded(userId: number): void {
  writePageCookie(discarded(userId), '', 0);
}

/** The keys of the last note; none after they were discarded. */
export function notedUnsent(userId: number): string[] {
  if (hasPageCookie(discarded(userId))) return [];
  return notesIn(document.cookie, isHttps()).find((note) => note.userId === userId)?.keys ?? [];
}

function discarded(userId: number): string {
  return `discarded-${userId}`;
}
