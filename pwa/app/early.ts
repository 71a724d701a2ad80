import { wantedLanguage } from '#pwa/i18n/language.ts';
import { isOfficeAddress } from '#pwa/lib/office-address.ts';
import { showStoredTheme, THEME_KEY } from '#pwa/lib/storage/theme.ts';
import { readValue } from '#pwa/lib/storage/web-storage.ts';
import { HANDED_OVER_KEY, IDENTITY_KEY } from '#pwa/session/user-here.ts';
import { followLoading } from './not-loaded.ts';

/** The files of the dashboard and of each language's texts, filled in by the build (prerender.ts). */
declare const __OFFICE__: { scripts: string[]; styles: string[]; texts: Record<string, string[]> };

// Runs inline in app.html and in the private link's page. Preloads the dashboard's files if the address is in the
// back office or this device has a user. Preloads the texts for such a user and for the private link. Applies
// the stored theme before the first paint, and follows it. Shows a notice if the scripts do not load.
const { scripts, styles, texts } = __OFFICE__;
// First what the address asks for: reading local storage takes longer.
const isOffice = isOfficeAddress(location.pathname);
if (isOffice) fetchAll();
showStoredTheme();
followLoading();
window.addEventListener('storage', ({ key }) => key === THEME_KEY && showStoredTheme());
const hasUser = readValue('device', IDENTITY_KEY) && !readValue('device', HANDED_OVER_KEY);
if (hasUser && !isOffice) fetchAll();
if (hasUser || /^\/inquiry\b/.test(location.pathname)) {
  for (const file of texts[wantedLanguage()] ?? []) fetchEarly(file, 'script');
}

function fetchAll(): void {
  for (const file of scripts) fetchEarly(file, 'script');
  for (const file of styles) fetchEarly(file, 'style');
}

function fetchEarly(file: string, kind: 'script' | 'style'): void {
  const link = document.createElement('link');
  link.rel = kind === 'script' ? 'modulepreload' : 'preload';
  link.as = kind;
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}
