import { NOTE_LIFE, noteName, notesIn, noteValue } from '#contract/unsent.ts';
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
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = `${noteName(userId)}=${value}; path=/; max-age=${life}; samesite=strict${secure}`;
}

/** The keys of the last note. */
export function notedUnsent(userId: number): string[] {
  return notesIn(document.cookie).find((note) => note.userId === userId)?.keys ?? [];
}
