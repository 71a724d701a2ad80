import { readText, writeText } from './web-storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

/** `system`: as the device has it. */
export type Theme = (typeof THEMES)[number];

/** Where the choice is kept on this device. */
export const THEME_KEY = 'theme';

/** The theme on the screen. */
export function shownTheme(): Theme {
  return themeOf(document.documentElement.dataset.theme);
}

/** Shows a theme and keeps it on this device; other tabs get a `storage` event. */
export function chooseTheme(theme: Theme): void {
  writeText('device', THEME_KEY, theme === 'system' ? null : theme);
  show(theme);
}

/** Shows the theme that this device keeps. */
export function showStoredTheme(): void {
  show(themeOf(readText('device', THEME_KEY)));
}

/** Calls `listener` when another theme is shown. Returns a function that stops it. */
export function onTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function themeOf(word: string | null | undefined): Theme {
  return THEMES.find((theme) => theme === word) ?? 'system';
}

function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  // The first is for light colours, the second for dark ones.
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  for (const [at, meta] of metas.entries()) {
    const colours = at === 0 ? 'light' : 'dark';
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${colours})`;
    else meta.media = theme === colours ? 'all' : 'not all';
  }
}
