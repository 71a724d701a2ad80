import { create } from 'zustand';
import type { Language } from '#contract/vocabulary.ts';

interface TextPreview {
  /** The languages whose texts differ from the published ones. */
  edited: readonly Language[];
  /** Counts the changes of the texts in use. */
  round: number;
  /** A tap on the public page opens the text that stands there. */
  tapping: boolean;
}

/** The edited texts of this page; a reload drops them. */
export const useTextPreview = create<TextPreview>(() => ({
  edited: [],
  round: 0,
  tapping: false,
}));
