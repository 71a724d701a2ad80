import { NOTE_LIFE, noteName, notesIn, noteValue } from '#contract/unsent.ts';
import type { Mirror } from './mirror.ts';

/** What became of the changes that waited on a phone before its mirror was made anew. */
export interface Loss {
  /** Changes that were saved here, are here no more and never arrived. */
  lost: number;
  /** As many were noted as can be: there may have been more. */
  isMore: boolean;
}

/** What a phone has found out about it; nothing is lost, too, when the person has put it away. */
export interface LossState extends Loss {
  key: 'loss';
}

/** The person knows of the loss: it is not told again. */
export async function putAwayLoss(mirror: Mirror): Promise<void> {
  await mirror.meta.put({ key: 'loss', lost: 0, isMore: false });
}

/** Notes which changes of a user wait here, outside of what a browser clears when space is short. */
export function noteUnsent(userId: number, keys: readonly string[]): void {
  const before = noteValue(notedUnsent(userId));
  const value = noteValue(keys);
  // What waits changes more often than the oldest of it.
  if (value === before) return;
  const life = value === '' ? 0 : NOTE_LIFE;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = `${noteName(userId)}=${value}; path=/; max-age=${life}; samesite=strict${secure}`;
}

/** The keys that were noted last. */
export function notedUnsent(userId: number): string[] {
  return notesIn(document.cookie).find((note) => note.userId === userId)?.keys ?? [];
}
