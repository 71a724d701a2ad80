import { createContext, type ReactNode, useContext } from 'react';
import type { Language } from '#contract/fields/vocabulary.ts';
import type { TextKey, TextValues } from './text-key.ts';

/** The text of a key in the language that is shown; see translate(). */
export type Translate = (key: TextKey, values?: TextValues) => string;

export interface TextAccess {
  t: Translate;
  language: Language;
  /**
   * Shows another language at once, without a reload, and remembers it as chosen by hand. When its
   * texts cannot be loaded the language stays, and the error is logged.
   */
  chooseLanguage: (language: Language) => void;
}

const TextContext = createContext<TextAccess | null>(null);

interface TextProviderProps {
  value: TextAccess;
  children: ReactNode;
}

/** Provides texts to everything below it. The two entries have a provider each. */
export function TextProvider({ value, children }: TextProviderProps) {
  return <TextContext value={value}>{children}</TextContext>;
}

/** The texts of the running page. Throws outside a TextProvider. */
export function useText(): TextAccess {
  const access = useContext(TextContext);
  if (!access) throw new Error('useText must be used within a TextProvider');
  return access;
}
