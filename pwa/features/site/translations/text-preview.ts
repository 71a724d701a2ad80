import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { currentTexts } from '#pwa/i18n/all-texts.ts';
import type { TextStore } from '#pwa/i18n/i18n.ts';
import type { Edits } from './entries.ts';
import { useTextPreview } from './preview-store.ts';
import { toBlob } from './text-file.ts';
import { difference, leavesOf, treeOf } from './text-tree.ts';

/** Shows edited texts of a language on this page until the next reload. */
export async function applyPreview(
  store: TextStore,
  language: Language,
  edits: Edits,
): Promise<void> {
  const [running, standing] = await Promise.all([store.read(language), currentTexts(language)]);
  const all = new Map(leavesOf(running).map(({ path, text }) => [path, text]));
  for (const [path, text] of edits) all.set(path, text);
  const texts = treeOf([...all].map(([path, text]) => ({ path, text })));
  store.edit(language, texts);
  const differs = Object.keys(difference(texts, standing)).length > 0;
  useTextPreview.setState(({ edited }) => ({
    edited: LANGUAGE_CODES.filter((one) => (one === language ? differs : edited.includes(one))),
  }));
}

/** Restores the published texts. Rejects if they cannot be loaded; then nothing has changed. */
export async function undoPreview(store: TextStore): Promise<void> {
  const { edited } = useTextPreview.getState();
  const standing = await Promise.all(edited.map(currentTexts));
  for (const [at, language] of edited.entries()) {
    const texts = standing[at];
    if (texts) store.edit(language, texts);
  }
  useTextPreview.setState({ edited: [] });
}

/** The differences from the published texts, by language, as a file that can be imported again. */
export async function exportPreview(store: TextStore): Promise<Blob> {
  const { edited } = useTextPreview.getState();
  const changes = await Promise.all(
    edited.map(async (language) => {
      const [now, standing] = await Promise.all([store.read(language), currentTexts(language)]);
      return [language, difference(now, standing)] as const;
    }),
  );
  return toBlob(Object.fromEntries(changes));
}
