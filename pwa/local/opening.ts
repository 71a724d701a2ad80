import { otherVersion } from '#pwa/lib/other-version.ts';
import { FIRST_ROWS, readFirstRows } from './first-rows.ts';
import { foldAll } from './fold-list.ts';
import { Mirror } from './mirror.ts';
import { byRecord } from './overlay.ts';
import { present, readNewest } from './read-rows.ts';
import type { ApplicationRow } from './rows.ts';

interface Opening {
  mirror: Mirror;
  newest?: readonly ApplicationRow[];
}

/** How long the database may take to open before the person is told, in ms. */
const SILENCE = 8_000;

let opening: Opening | null = null;
let isTaken = false;

/**
 * Opens the mirror of the device's last user and reads the first rows of the dashboard while the page
 * still loads. They are shown only after the sign-in is checked. Resolves when they are read; never
 * throws.
 */
export async function openEarly(userId: number): Promise<void> {
  if (isTaken || opening) return;
  const early: Opening = { mirror: new Mirror(userId) };
  opening = early;
  try {
    early.newest = await firstRowsOf(early.mirror);
  } catch {
    // The list reads its rows again and reports the error.
  }
}

async function firstRowsOf(mirror: Mirror): Promise<readonly ApplicationRow[]> {
  const { userId, verno } = mirror;
  const read = await (globalThis.agencyFirstRows ?? readFirstRows(userId));
  // Dexie counts versions in tenths. Rows of an older version are not read before the upgrade.
  const isCurrent = read?.userId === userId && read.version === Math.round(verno * 10);
  if (!isCurrent) return readNewest(mirror, 'applications', FIRST_ROWS);
  const rows = read.rows.map((row) => ({ ...row, waiting: null }));
  const lanes = byRecord('applications', read.outbox);
  return present(foldAll('applications', rows, lanes)).slice(0, FIRST_ROWS);
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
