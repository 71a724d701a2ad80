import { create } from 'zustand';
import type { Status } from '#contract/fields/vocabulary.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';

/** The applications that are selected in the list, and the status that the user wants for all of them. */
export const useChosen = create<{ rows: readonly ApplicationRow[]; wanted: Status | null }>(() => ({
  rows: [],
  wanted: null,
}));
