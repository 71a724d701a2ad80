import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const UI = resolve(import.meta.dirname, '../ui');
const PUBLIC = resolve(UI, 'tokens.css');
const OFFICE = resolve(UI, 'office-tokens.css');
const DARK = /@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/;

/**
 * Adds the themes that a person may choose to office-tokens.css, from the light and dark blocks of both files of
 * tokens. The public page, which does not load that file, always has the colours of the device.
 */
export function themes(): Plugin {
  return {
    name: 'themes',
    enforce: 'pre',
    transform(code, id) {
      if (id !== OFFICE) return null;
      this.addWatchFile(PUBLIC);
      return { code: code + themesOf(readFileSync(PUBLIC, 'utf8') + code), map: null };
    },
  };
}

/** The rules of `data-theme` for these tokens. Paper is never dark. */
export function themesOf(tokens: string): string {
  const dark = [...tokens.matchAll(new RegExp(DARK, 'g'))].map(([, block]) => block).join('');
  const light = new Map(declarationsIn(tokens.replaceAll(new RegExp(DARK, 'g'), '')));
  const names = new Map(declarationsIn(dark));
  const rule = (theme: string, values: Map<string, string>) =>
    `:root[data-theme="${theme}"] { color-scheme: ${theme};${[...names.keys()]
      .map((name) => ` ${name}: ${values.get(name)};`)
      .join('')} }`;
  return `\n${rule('light', light)}\n@media screen { ${rule('dark', names)} }\n`;
}

function declarationsIn(css: string): [string, string][] {
  return [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}
