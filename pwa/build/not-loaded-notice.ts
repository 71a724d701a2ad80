import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';

/** Holds without the style sheets, too, which may be what has not come. */
const STYLE =
  ':root{color-scheme:light dark}[data-not-loaded]{max-width:30rem;margin:20vh auto 0;padding:1rem;font:1rem/1.5 system-ui,sans-serif;text-align:center}[data-not-loaded] :is(h1,p){margin:0 0 1rem}[data-not-loaded] h1{font-size:1.5rem;line-height:1.25}[data-not-loaded] button{min-height:48px;padding:0 1.5rem;border:0;border-radius:6px;font:inherit;font-weight:600;color:#fff;background:#0f4d34}';

/**
 * The hidden notice of app.html in every language. app/not-loaded.ts shows one of them if the scripts do not come.
 *
 * @param pwa the folder with the texts
 */
export function notLoadedNotice(pwa: string): string {
  const all = LANGUAGE_CODES.map((language) => {
    const file = resolve(pwa, `i18n/locales/${language}/retry.json`);
    const { title, text, retry } = JSON.parse(readFileSync(file, 'utf8'));
    return `<div lang="${language}"><h1>${title}</h1><p>${text}</p><button type="button">${retry}</button></div>`;
  });
  return `<main data-not-loaded hidden><style>${STYLE}</style><div role="alert">${all.join('')}</div></main>`;
}
