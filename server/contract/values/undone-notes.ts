import { asideIn } from '#contract/deadlines/set-aside.ts';
import { OFFER_NOTE } from '#contract/offers/offer-notes.ts';

/** What an entry of the history says. */
interface Noted {
  notes: string | null;
  newStatus: string;
  previousStatus: string;
}

/** A note that was taken back has the entry that did so, which is not one of its own. */
export interface ShownEntry<Entry extends Noted> {
  entry: Entry;
  undoing: Entry | null;
  /** Whether Undo has written its note, which is of a status. */
  isReversal: boolean;
}

/** How the note begins that takes another one back, in the language of who has done so. */
export const UNDONE = ['Undone: ', 'Rückgängig: ', 'Deshecho: ', 'Annulé\u00a0: ', 'Annullato: '];

/** How the note of an opened offer begins: it replaces no answer. */
const OPENED = `${OFFER_NOTE}opened): `;

/** How the note of a status begins that was taken back, likewise. */
export const REVERSED = [
  'Undone: back to ',
  'Rückgängig gemacht: wieder ',
  'Deshecho: vuelve a ',
  'Annulé\u00a0: de nouveau ',
  'Annullato: di nuovo ',
];

/** @param entries newest first */
export function withUndone<Entry extends Noted>(entries: readonly Entry[]): ShownEntry<Entry>[] {
  const shown: ShownEntry<Entry>[] = [];
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
export function lastNote(entries: readonly Noted[]): string | null {
  const last = withUndone(entries).find(
    ({ entry, undoing, isReversal }) =>
      entry.notes !== null &&
      undoing === null &&
      !isReversal &&
      !beginsLike([...UNDONE, OPENED], entry.notes) &&
      asideIn(entry.notes) === null,
  );
  return last?.entry.notes ?? null;
}

/** The keys of the deadlines that a history sets aside (`Deadline.key`). */
export function asideKeys(entries: readonly Noted[]): ReadonlySet<string> {
  return new Set(
    withUndone(entries).flatMap(({ entry, undoing }) =>
      undoing === null ? (asideIn(entry.notes)?.key ?? []) : [],
    ),
  );
}

function beginsLike(begins: readonly string[], notes: string | null): boolean {
  return notes !== null && begins.some((begin) => notes.startsWith(begin));
}
