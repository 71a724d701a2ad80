import { StrictMode, useEffect } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import type { SiteTexts } from '#pwa/i18n/site-texts.ts';
import { LandingRoot } from './landing-root.tsx';

interface PageProps {
  language: Language;
  texts: SiteTexts;
  user: Promise<CurrentUser | null>;
  onReady?: () => void;
}

/** One tree for prerender and browser: ids and markup must match. */
export function Page({ onReady, ...page }: PageProps) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <StrictMode>
      <LandingRoot {...page} />
    </StrictMode>
  );
}
