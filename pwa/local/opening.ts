import { Mirror } from './mirror.ts';
import type { ApplicationRow } from './overlay.ts';
import { readApplications } from './read-applications.ts';

/** Rows that are on screen before all are read. */
export const FIRST_ROWS = 50;

interface Opening {
  mirror: Mirror;
  newest?: { rows: ApplicationRow[]; total: number };
}

let opening: Opening | null = null;
let isTaken = false;

/**
 * Opens the mirror of whoever used this device last, and reads what the dashboard shows first, while
 * the page still loads and asks who is signed in. Nothing of it is shown before that is decided.
 */
export function openEarly(userId: number): void {
  if (isTaken || opening) return;
  const early: Opening = { mirror: new Mirror(userId) };
  opening = early;
  readApplications(early.mirror, FIRST_ROWS).then(
    (newest) => {
      early.newest = newest;
    },
    // Whoever shows the list reads it again, and says what is wrong.
    () => undefined,
  );
}

/** The mirror of a user: the one that was opened early, for the first who asks, or a new one. */
export function openMirror(userId: number): Mirror {
  const early = isTaken ? null : opening?.mirror;
  isTaken = true;
  return early?.userId === userId ? early : new Mirror(userId);
}

/** What was read of a mirror early, if it is there by now. */
export function readEarly(mirror: Mirror): Opening['newest'] {
  return opening?.mirror === mirror ? opening.newest : undefined;
}
