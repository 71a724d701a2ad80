import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import english from '#pwa/i18n/locales/en/site.json' with { type: 'json' };
import { TextProvider } from '#pwa/i18n/text-context.tsx';
import type { TextKey, Texts, TextValues } from '#pwa/i18n/text-key.ts';
import { translate } from '#pwa/i18n/translate.ts';

const texts: Texts = english;
const access = {
  t: (key: TextKey, values?: TextValues) => translate(texts, undefined, 'en', key, values),
  language: 'en' as const,
  chooseLanguage: () => {},
};

/** Renders a component in English into a happy-dom page, until the test ends. */
export async function show(content: ReactNode): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  await act(async () => root.render(<TextProvider value={access}>{content}</TextProvider>));
}

/** Does something and waits for React. */
export async function doing(what: () => unknown): Promise<void> {
  await act(async () => {
    await what();
  });
}

/** The only element that matches, checked for its type. */
export function the<E extends HTMLElement = HTMLElement>(selector: string): E {
  const found = document.querySelectorAll<E>(selector);
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} elements match ${selector}`);
  return only;
}
