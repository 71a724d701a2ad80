import { create } from 'zustand';
import { LANGUAGES, type Language } from '#contract/vocabulary.ts';
import { shippedTexts, type TextStore } from '#pwa/i18n/i18n.ts';
import type { Texts } from '#pwa/i18n/text-key.ts';
import { difference } from './text-tree.ts';

/** The languages whose texts were edited in the running view; a reload forgets them (§4, Q-10). */
export const useTextPreview = create<{ edited: readonly Language[] }>(() => ({ edited: [] }));

/** Shows edited texts in the running view, of this page and until reload only (T-07). */
export function applyPreview(store: TextStore, language: Language, texts: Texts): void {
  store.edit(language, texts);
  useTextPreview.setState(({ edited }) => ({
    edited: LANGUAGES.filter((one) => one === language || edited.includes(one)),
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
  useTextPreview.setState({ edited: [] });
}

/** What was edited, by language, as a JSON file for whoever maintains the texts. */
export async function exportPreview(store: TextStore): Promise<Blob> {
  const { edited } = useTextPreview.getState();
  const changes = await Promise.all(
    edited.map(async (language) => {
      const [now, shipped] = await Promise.all([store.read(language), shippedTexts(language)]);
      return [language, difference(now, shipped)] as const;
    }),
  );
  return new Blob([JSON.stringify(Object.fromEntries(changes), null, 2)], {
    type: 'application/json',
  });
}
