import { create } from 'zustand';
import type { Language } from '#contract/fields/vocabulary.ts';

interface TextPreview {
  /** The languages whose texts differ from the published ones. */
  edited: readonly Language[];
  /** A tap on the public page opens the text that stands there. */
  tapping: boolean;
}

/** The edited texts of this page; a reload drops them. */
export const useTextPreview = create<TextPreview>(() => ({
  edited: [],
  tapping: false,
}));
