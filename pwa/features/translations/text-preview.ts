import { create } from 'zustand';
import { LANGUAGE_CODES, type Language } from '#contract/vocabulary.ts';
import { shippedTexts, type TextStore } from '#pwa/i18n/i18n.ts';
import type { Texts } from '#pwa/i18n/text-key.ts';
import { toBlob } from './text-file.ts';
import { difference } from './text-tree.ts';

interface TextPreview {
  /** The languages whose texts differ from the shipped ones. */
  edited: readonly Language[];
  /** Counts the changes of the texts in use. */
  round: number;
}

/** The edited texts of this page; a reload drops them. */
export const useTextPreview = create<TextPreview>(() => ({ edited: [], round: 0 }));

/** Shows edited texts on this page until the next reload. */
export function applyPreview(
  store: TextStore,
  language: Language,
  { texts, shipped }: { texts: Texts; shipped: Texts },
): void {
  store.edit(language, texts);
  const differs = Object.keys(difference(texts, shipped)).length > 0;
  useTextPreview.setState(({ edited, round }) => ({
    edited: LANGUAGE_CODES.filter((one) => (one === language ? differs : edited.includes(one))),
    round: round + 1,
  }));
}

/** Restores the shipped texts. Rejects if they cannot be loaded; then nothing has changed. */
export async function undoPreview(store: TextStore): Promise<void> {
  const { edited } = useTextPreview.getState();
  const shipped = await Promise.all(edited.map(shippedTexts));
  for (const [at, language] of edited.entries()) {
    const texts = shipped[at];
    if (texts) store.edit(language, texts);
  }
  useTextPreview.setState(({ round }) => ({ edited: [], round: round + 1 }));
}

/** The differences from the shipped texts, by language, as a file that can be imported again. */
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
