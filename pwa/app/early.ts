import { wantedLanguage } from '#pwa/i18n/language.ts';
import { IDENTITY_KEY } from '#pwa/session/identity-key.ts';

/** The files of the dashboard and of each language's texts, filled in by the build (prerender.ts). */
declare const __OFFICE__: { scripts: string[]; styles: string[]; texts: Record<string, string[]> };

// Stands inside app.html. On a device that somebody works with, what the dashboard needs is fetched
// at once, not only when the scripts before it have run.
if (isUsed()) {
  const { scripts, styles, texts } = __OFFICE__;
  for (const file of [...scripts, ...(texts[wantedLanguage()] ?? [])]) fetchEarly(file, 'script');
  for (const file of styles) fetchEarly(file, 'style');
}

function isUsed(): boolean {
  try {
    return localStorage.getItem(IDENTITY_KEY) !== null;
  } catch {
    return false;
  }
}

function fetchEarly(file: string, kind: 'script' | 'style'): void {
  const link = document.createElement('link');
  link.rel = kind === 'script' ? 'modulepreload' : 'preload';
  link.as = kind;
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}
