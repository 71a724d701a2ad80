import { useEffect } from 'react';
import type { Language } from '#contract/vocabulary.ts';
import { retryTexts } from '#pwa/i18n/retry-texts.ts';
import { onReturn } from '#pwa/lib/on-return.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { offlineIcon } from '#pwa/ui/icons.ts';

/** Shown if the texts failed to load. Retries when the connection returns. */
export function RetryScreen({ language }: { language: Language }) {
  const { title, text, retry } = retryTexts(language);

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
