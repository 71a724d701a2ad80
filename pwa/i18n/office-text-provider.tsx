import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/fields/vocabulary.ts';
import { useZone } from '#pwa/lib/time/clock.ts';
import type { TextStore } from './i18n.ts';
import { chooseLanguage } from './language.ts';
import { type TextAccess, TextProvider } from './text-context.tsx';

const StoreContext = createContext<TextStore | null>(null);

interface OfficeTextProviderProps {
  store: TextStore;
  /** Called after every choice made by hand. */
  onChoose?: ((language: Language) => void) | undefined;
  children: ReactNode;
}

/**
 * The texts of the router app: kept by i18next, behind the same useText() as on the landing page. Everything
 * below follows a chosen language and an edited text at once; so does `<html lang>`.
 */
export function OfficeTextProvider({ store, onChoose, children }: OfficeTextProviderProps) {
  const { t, i18n } = useTranslation(undefined, { i18n: store.i18n });
  const language = isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;

  // In another zone every time that stands beside a text is another one.
  const zone = useZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: i18next gives another `t` for other texts
  const value = useMemo<TextAccess>(
    () => ({
      t: (key, values) => store.translate(language, key, values),
      language,
      chooseLanguage: (next) => {
        store
          .show(next)
          .then((shown) => {
            if (!shown) return;
            chooseLanguage(next);
            onChoose?.(next);
          })
          .catch(console.error);
      },
    }),
    [t, zone, language, store, onChoose],
  );

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  return (
    <StoreContext value={store}>
      <TextProvider value={value}>{children}</TextProvider>
    </StoreContext>
  );
}

/** The store behind the texts, for reading and editing whole languages (translations manager). */
export function useTextStore(): TextStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('There is no OfficeTextProvider.');
  return store;
}
