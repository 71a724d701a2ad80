import type { Application } from '#contract/applications.ts';
import { otherVersion } from '#pwa/lib/other-version.ts';
import { FIRST_ROWS, readFirstRows } from './first-rows.ts';
import { foldAll } from './fold-list.ts';
import { Mirror } from './mirror.ts';
import { mirrorName } from './mirror-name.ts';
import { byRecord } from './overlay.ts';
import { present, readNewest } from './read-rows.ts';
import type { ApplicationRow } from './rows.ts';

interface Opening {
  mirror: Mirror;
  newest?: readonly ApplicationRow[];
  /** Whether `newest` are rows of the server that the mirror does not have yet. */
  isAhead?: boolean;
}

/** How long the database may take to open before the person is told, in ms. */
const SILENCE = 8_000;

let opening: Opening | null = null;
let isTaken = false;

/**
 * Opens the mirror of the device's last user and reads the first rows of the dashboard while the page
 * still loads. They are shown only after the sign-in is checked. Resolves when they are read; never
 * throws.
 *
 * @param asked the first rows of the server for a mirror that has none; null in it if the call failed
 */
export async function openEarly(
  userId: number,
  asked: Promise<readonly Application[] | null> | null = null,
): Promise<void> {
  if (isTaken || opening) return;
  const early: Opening = { mirror: new Mirror(userId) };
  opening = early;
  try {
    const inMirror = firstRowsOf(early.mirror);
    if (!asked) early.newest = await inMirror;
    else {
      inMirror.catch(() => undefined);
      const rows = await asked;
      if (!rows) return;
      early.newest = firstOf(rows, new Map());
      early.isAhead = true;
    }
  } catch {
    // The list reads its rows again and reports the error.
  }
}

/** Whether this device has a copy of the user's rows. True where the browser does not tell. */
export async function hasMirror(userId: number): Promise<boolean> {
  // The read makes a database for a moment, to find out that there is none.
  if (await globalThis.agencyFirstRows) return true;
  const databases = await indexedDB.databases?.();
  return databases?.some(({ name }) => name === mirrorName(userId)) ?? true;
}

async function firstRowsOf(mirror: Mirror): Promise<readonly ApplicationRow[]> {
  const { userId, verno } = mirror;
  const read = await (globalThis.agencyFirstRows ?? readFirstRows(userId));
  // Dexie counts versions in tenths. Rows of an older version are not read before the upgrade.
  const isCurrent = read?.userId === userId && read.version === Math.round(verno * 10);
  if (!isCurrent) return readNewest(mirror, 'applications', FIRST_ROWS);
  return firstOf(read.rows, byRecord('applications', read.outbox));
}

function firstOf(
  rows: readonly Application[],
  lanes: Parameters<typeof foldAll<'applications'>>[2],
) {
  const untouched = rows.map((row) => ({ ...row, waiting: null }));
  return present(foldAll('applications', untouched, lanes)).slice(0, FIRST_ROWS);
}

/** The mirror of a user: the first call takes the one that was opened early, if it is this user's. */
export function openMirror(userId: number): Mirror {
  const early = isTaken ? null : opening?.mirror;
  isTaken = true;
  const mirror = early?.userId === userId ? early : new Mirror(userId);
  setTimeout(() => sayIfSilent(mirror), SILENCE);
  return mirror;
}

function sayIfSilent(mirror: Mirror): void {
  if (mirror.isOpen() || mirror.hasBeenClosed()) return;
  if (otherVersion.getState().tab === null) otherVersion.setState({ tab: 'silent' });
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
