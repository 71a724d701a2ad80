import { FIRST_ROWS, readFirstRows } from './first-rows.ts';
import { Mirror } from './mirror.ts';
import { type ApplicationRow, byApplication } from './overlay.ts';
import { newestOf, readApplications } from './read-applications.ts';

interface Opening {
  mirror: Mirror;
  newest?: { rows: ApplicationRow[]; total: number };
}

let opening: Opening | null = null;
let isTaken = false;

/**
 * Opens the mirror of whoever used this device last, and reads what the dashboard shows first, while
 * the page still loads and asks who is signed in. Nothing of it is shown before that is decided.
 * Resolves when it is read; never throws.
 */
export async function openEarly(userId: number): Promise<void> {
  if (isTaken || opening) return;
  const early: Opening = { mirror: new Mirror(userId) };
  opening = early;
  try {
    early.newest = await firstRowsOf(early.mirror);
  } catch {
    // Whoever shows the list reads it again, and says what is wrong.
  }
}

async function firstRowsOf(mirror: Mirror): Promise<NonNullable<Opening['newest']>> {
  const { userId, verno } = mirror;
  const read = await (globalThis.agencyFirstRows ?? readFirstRows(userId));
  // Dexie counts versions in tenths. What an older version keeps is not read before it is upgraded.
  const isCurrent = read?.userId === userId && read.version === Math.round(verno * 10);
  return isCurrent
    ? newestOf(read, byApplication(read.outbox), FIRST_ROWS)
    : readApplications(mirror, FIRST_ROWS);
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
