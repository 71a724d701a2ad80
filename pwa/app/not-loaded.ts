import { wantedLanguage } from '#pwa/i18n/language.ts';

/** How long nothing may be drawn until the document says so, in ms. */
const TIMEOUT = 10_000;

/**
 * Shows what the document has for the case that its scripts do not come, or fail before they have drawn anything
 * (build/not-loaded-notice.ts, landing/inquiry-documents.tsx). Scripts that come later draw over it.
 */
export function followLoading(): void {
  addEventListener('error', failed, { capture: true });
  setTimeout(tell, TIMEOUT);
}

function failed({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement) && target !== window) return;
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell);
  else tell();
}

function tell(): void {
  const told = document.querySelector<HTMLElement>('[data-not-loaded]');
  if (!told?.hidden) return;
  for (const words of told.querySelectorAll<HTMLElement>('[lang]')) {
    if (words.lang === wantedLanguage()) showTitleOf(words);
    else words.remove();
  }
  told.hidden = false;
  told.nextElementSibling?.remove();
  told.querySelector('button')?.addEventListener('click', reload);
  addEventListener('online', reload);
  // A style sheet that is awaited holds up every frame; one that a script adds does not.
  for (const link of document.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]')) {
    if (!link.sheet && !link.disabled) link.replaceWith(link.cloneNode());
  }
}

function showTitleOf(words: HTMLElement): void {
  document.documentElement.lang = words.lang;
  document.title = words.querySelector('h1')?.textContent ?? '';
}

function reload(): void {
  location.reload();
}
