import { create } from 'zustand';
import { LANGUAGES, type Language } from '#contract/vocabulary.ts';
import { shippedTexts, type TextStore } from '#pwa/i18n/i18n.ts';
import type { Texts } from '#pwa/i18n/text-key.ts';
import { toBlob } from './text-file.ts';
import { difference } from './text-tree.ts';

interface TextPreview {
  /** The languages whose texts differ from the shipped ones. */
  edited: readonly Language[];
  /** Counts the changes of the running view's texts. */
  round: number;
}

/** What was edited in the running view; a reload forgets it. */
export const useTextPreview = create<TextPreview>(() => ({ edited: [], round: 0 }));

/** Shows other texts in the running view, of this page and until reload only. */
export function applyPreview(
  store: TextStore,
  language: Language,
  { texts, shipped }: { texts: Texts; shipped: Texts },
): void {
  store.edit(language, texts);
  const differs = Object.keys(difference(texts, shipped)).length > 0;
  useTextPreview.setState(({ edited, round }) => ({
    edited: LANGUAGES.filter((one) => (one === language ? differs : edited.includes(one))),
    round: round + 1,
  }));
}

/** Puts the shipped texts back. Rejects when they cannot be loaded; then nothing has changed. */
export async function undoPreview(store: TextStore): Promise<void> {
  const { edited } = useTextPreview.getState();
  const shipped = await Promise.all(edited.map(shippedTexts));
  for (const [at, language] of edited.entries()) {
    const texts = shipped[at];
    if (texts) store.edit(language, texts);
  }
  useTextPreview.setState(({ round }) => ({ edited: [], round: round + 1 }));
}

/** What differs from the shipped texts, by language, as a file that can be imported again. */
export async function exportPreview(store: TextStore): Promise<Blob> {
  const { edited } = useTextPreview.getState();
  const changes = await Promise.all(
    edited.map(async (language) => {
      const [now, shipped] = await Promise.all([store.read(language), shippedTexts(language)]);
      return [language, difference(now, shipped)] as const;
    }),
  );
  return toBlob(Object.fromEntries(changes));
}
