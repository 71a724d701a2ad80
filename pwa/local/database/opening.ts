import type { Application } from '#contract/applications.ts';
import { otherVersion } from '#pwa/lib/storage/other-version.ts';
import { isRemoved } from '#pwa/local/rows/page-order.ts';
import { readNewest } from '#pwa/local/rows/read-rows.ts';
import { hasMirror, Mirror } from './mirror.ts';
import type { ApplicationRow } from './rows.ts';

interface Opening {
  mirror: Mirror;
  newest?: readonly ApplicationRow[];
  /** Whether `newest` are rows of the server that the mirror does not have yet. */
  isAhead?: boolean;
}

/** How long the database may take to open before a notice, in ms. */
const SILENCE = 8_000;

/** How many rows are shown before all are read: they fill a tablet on end. */
export const FIRST_ROWS = 16;

let opening: Opening | null = null;
let isTaken = false;

/**
 * Opens the mirror of the device's last user and reads the first rows of the dashboard while the page
 * still loads: they are on screen 40 ms earlier than by the list's own read. They are shown only
 * after the sign-in is checked. Resolves when they are read; never throws.
 *
 * @param ask asks the server for its first rows, null if that failed; called where the device has no mirror
 */
export async function openEarly(
  userId: number,
  ask: ((mirror: Mirror) => Promise<readonly Application[] | null>) | null = null,
): Promise<void> {
  if (isTaken || opening) return;
  const early: Opening = { mirror: new Mirror(userId) };
  opening = early;
  try {
    // Looked up before the read creates the database.
    const looked = ask && hasMirror(userId);
    const inMirror = readNewest(early.mirror, 'applications', FIRST_ROWS);
    // Reported below, or by the list.
    inMirror.catch(() => undefined);
    const rows = ask && !(await looked) ? await ask(early.mirror) : null;
    early.newest = rows ? firstOf(rows) : await inMirror;
    early.isAhead = rows !== null;
  } catch {
    // The list reads its rows again and reports the error.
  }
}

function firstOf(rows: readonly Application[]): readonly ApplicationRow[] {
  const present = rows.filter((row) => !isRemoved(row));
  return present.slice(0, FIRST_ROWS).map((row) => ({ ...row, waiting: null }));
}

/** The mirror of a user: the first call takes the one that was opened early, if it is this user's. */
export function openMirror(userId: number): Mirror {
  const early = isTaken ? null : opening?.mirror;
  isTaken = true;
  const mirror = early?.userId === userId ? early : new Mirror(userId);
  const say = (tab: 'silent' | 'refused') => {
    if (mirror.isOpen() || mirror.hasBeenClosed()) return;
    if (otherVersion.getState().tab === null) otherVersion.setState({ tab });
  };
  setTimeout(() => say('silent'), SILENCE);
  mirror.open().catch(() => say('refused'));
  return mirror;
}

/** The rows that were read early, if they are there by now. */
export function readEarly(mirror: Mirror): Opening['newest'] {
  return opening?.mirror === mirror ? opening.newest : undefined;
}

/** The first rows of the server, for a mirror without any, until `endAhead`. */
export function readAhead(mirror: Mirror): Opening['newest'] {
  return opening?.isAhead ? readEarly(mirror) : undefined;
}

/** The mirror has these rows now, or cannot have them. */
export function endAhead(mirror: Mirror): void {
  if (opening?.mirror === mirror) opening.isAhead = false;
}
