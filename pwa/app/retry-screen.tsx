import { useEffect } from 'react';
import type { Language } from '#contract/vocabulary.ts';
import { onReturn } from '#pwa/lib/lazy-part.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { offlineIcon } from '#pwa/ui/icons.ts';

/** The only words outside the locale files: this screen shows when those failed to load. */
const WORDS: Record<Language, { title: string; text: string; retry: string }> = {
  en: {
    title: 'This page could not be loaded',
    text: 'A part of it did not arrive. What waits on this phone is safe.',
    retry: 'Try Again',
  },
  de: {
    title: 'Diese Seite konnte nicht geladen werden',
    text: 'Ein Teil davon ist nicht angekommen. Was auf diesem Handy wartet, ist sicher.',
    retry: 'Erneut versuchen',
  },
  es: {
    title: 'No se ha podido cargar esta página',
    text: 'Una parte no ha llegado. Lo que espera en este móvil está a salvo.',
    retry: 'Reintentar',
  },
  fr: {
    title: 'Cette page n’a pas pu être chargée',
    text: 'Une partie n’est pas arrivée. Ce qui attend sur ce téléphone est en sécurité.',
    retry: 'Réessayer',
  },
  it: {
    title: 'Non è stato possibile caricare questa pagina',
    text: 'Una parte non è arrivata. Ciò che attende su questo telefono è al sicuro.',
    retry: 'Riprova',
  },
};

/** Shown if the texts failed to load. Retries when the connection returns. */
export function RetryScreen({ language }: { language: Language }) {
  const { title, text, retry } = WORDS[language];

  useEffect(() => {
    document.documentElement.lang = language;
    document.title = title;
    return onReturn(reload);
  }, [language, title]);

  return (
    <main>
      <div role="alert">
        <EmptyState
          icon={offlineIcon}
          title={title}
          level={1}
          action={<Button onClick={reload}>{retry}</Button>}
        >
          {text}
        </EmptyState>
      </div>
    </main>
  );
}

function reload(): void {
  location.reload();
}
