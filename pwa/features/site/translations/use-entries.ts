import { useEffect, useState } from 'react';
import type { Language } from '#contract/fields/vocabulary.ts';
import { shippedTexts } from '#pwa/i18n/all-texts.ts';
import type { TextStore } from '#pwa/i18n/i18n.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { type Entry, entriesOf } from './entries.ts';

/** A language's entries. Rejects if its texts cannot be loaded. */
export async function readEntries(store: TextStore, language: Language): Promise<Entry[]> {
  const [running, shipped, english] = await Promise.all([
    store.read(language),
    shippedTexts(language),
    shippedTexts('en'),
  ]);
  return entriesOf(language, { running, shipped, english });
}

type Loading =
  | { state: 'loading' }
  | { state: 'error'; retry: () => void }
  | { state: 'ready'; entries: Entry[] };

/**
 * The texts of a language in use; they follow a preview that is saved or undone, and a publication of another tab.
 *
 * @param onError called if the texts cannot be loaded
 */
export function useEntries(language: Language, onError: () => void): Loading {
  const store = useTextStore();
  const [loaded, setLoaded] = useState<{ language: Language; entries: Entry[] | null }>();
  const [round, setRound] = useState(0);

  useEffect(() => {
    const readAnew = () => setRound((now) => now + 1);
    store.i18n.store.on('added', readAnew);
    return () => store.i18n.store.off('added', readAnew);
  }, [store]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when `round` rises
  useEffect(() => {
    let left = false;
    readEntries(store, language).then(
      (entries) => {
        if (!left) setLoaded({ language, entries });
      },
      (error: unknown) => {
        console.error(error);
        if (left) return;
        setLoaded({ language, entries: null });
        onError();
      },
    );
    return () => {
      left = true;
    };
  }, [store, language, round]);

  if (loaded?.language !== language) return { state: 'loading' };
  if (loaded.entries) return { state: 'ready', entries: loaded.entries };
  return {
    state: 'error',
    retry: () => {
      setLoaded(undefined);
      setRound((now) => now + 1);
    },
  };
}
