import { wantedLanguage } from '#pwa/i18n/language.ts';
import { readFirstRows } from '#pwa/local/first-rows.ts';
import { IDENTITY_KEY } from '#pwa/session/identity-key.ts';

/** The files of the dashboard and of each language's texts, filled in by the build (prerender.ts). */
declare const __OFFICE__: { scripts: string[]; styles: string[]; texts: Record<string, string[]> };

// Stands inside app.html. What the dashboard needs is fetched at once, not only when the scripts before
// it have run: where an address asks for it, and on a device that somebody works with. What it shows
// first is read meanwhile; nothing of it is shown before it is decided who is signed in.
const { scripts, styles, texts } = __OFFICE__;
// The address is known before the browser has looked up what this device keeps.
const isOffice = /^\/(dashboard|admin|search|sync|more|account)\b/.test(location.pathname);
if (isOffice) fetchAll();
const userId = userOfDevice();
if (userId !== null) {
  if (location.pathname === '/dashboard') globalThis.agencyFirstRows = readFirstRows(userId);
  if (!isOffice) fetchAll();
  for (const file of texts[wantedLanguage()] ?? []) fetchEarly(file, 'script');
}

/** Who works with this device; null when it is nobody's. */
function userOfDevice(): number | null {
  try {
    return JSON.parse(localStorage.getItem(IDENTITY_KEY) ?? 'null')?.id ?? null;
  } catch {
    return null;
  }
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
