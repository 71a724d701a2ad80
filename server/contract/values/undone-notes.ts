import type { HistoryRow } from '#pwa/local/database/rows.ts';

/** A note that was taken back has the entry that did so, which is not one of its own. */
export interface ShownEntry {
  entry: HistoryRow;
  undoing: HistoryRow | null;
  /** Whether Undo has written its note, which is of a status. */
  isReversal: boolean;
}

type Noted = Pick<HistoryRow, 'notes' | 'newStatus' | 'previousStatus'>;

/** How the note begins that takes another one back, in the language of who has done so. */
export const UNDONE = ['Undone: ', 'Rückgängig: ', 'Deshecho: ', 'Annulé\u00a0: ', 'Annullato: '];

/** How the note of a status begins that was taken back, likewise. */
export const REVERSED = [
  'Undone: back to ',
  'Rückgängig gemacht: wieder ',
  'Deshecho: vuelve a ',
  'Annulé\u00a0: de nouveau ',
  'Annullato: di nuovo ',
];

/** @param entries newest first */
export function withUndone(entries: readonly HistoryRow[]): ShownEntry[] {
  const shown: ShownEntry[] = [];
  for (const entry of entries) {
    const { notes, newStatus, previousStatus } = entry;
    const undone = UNDONE.map((begin) => begin + notes);
    const at = shown.findIndex(
      ({ entry: { notes: said }, undoing }) =>
        undoing === null && said !== null && undone.includes(said),
    );
    const isUndone = newStatus === previousStatus && at >= 0;
    const [taken] = isUndone ? shown.splice(at, 1) : [];
    shown.push({ entry, undoing: taken?.entry ?? null, isReversal: isReversal(entry) });
  }
  return shown;
}

function isReversal({ notes, newStatus, previousStatus }: Noted): boolean {
  return newStatus !== previousStatus && beginsLike(REVERSED, notes);
}

/**
 * The newest note that a person has written and not taken back; null if there is none.
 *
 * @param entries newest first
 */
export function lastNote(entries: readonly HistoryRow[]): string | null {
  const last = withUndone(entries).find(
    ({ entry, undoing, isReversal }) =>
      entry.notes !== null && undoing === null && !isReversal && !beginsLike(UNDONE, entry.notes),
  );
  return last?.entry.notes ?? null;
}

function beginsLike(begins: readonly string[], notes: string | null): boolean {
  return notes !== null && begins.some((begin) => notes.startsWith(begin));
}
