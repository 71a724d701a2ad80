import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/vocabulary.ts';
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
 * The texts of the router app: i18next behind the same useText() as on the landing page. Everything
 * below follows a chosen language and an edited text at once; so does `<html lang>`.
 */
export function OfficeTextProvider({ store, onChoose, children }: OfficeTextProviderProps) {
  const { t, i18n } = useTranslation(undefined, { i18n: store.i18n });
  const language = isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;

  const value = useMemo<TextAccess>(
    () => ({
      // Values go in by `replace`, so that none of them can be taken for an option of i18next.
      t: (key, values = {}) => {
        const { count } = values;
        return t(key, { replace: values, ...(typeof count === 'number' && { count }) });
      },
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
    [t, language, store, onChoose],
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
  if (!store) throw new Error('useTextStore must be used within an OfficeTextProvider');
  return store;
}
