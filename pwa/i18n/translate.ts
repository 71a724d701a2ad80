import { formatNumber } from './format-number.ts';
import type { TextKey, Texts, TextValues } from './text-key.ts';

const pluralRules = new Map<string, Intl.PluralRules>();

/**
 * One text, ready to be shown. With a numeric `values.count` the plural form of the language is
 * taken (`waiting_one`, `waiting_many`, `waiting_other`), else the text without a suffix.
 *
 * A text that `texts` lacks is taken from `fallback`, which is English. A key that English lacks too
 * comes back as it is; the type TextKey rules that out.
 *
 * @param values replace `{{name}}`, numbers with the separators of the language; a placeholder without a
 * value stays, values are never searched
 */
export function translate(
  texts: Texts,
  fallback: Texts | undefined,
  language: string,
  key: TextKey,
  values: TextValues = {},
): string {
  const { count } = values;
  const text =
    find(texts, language, key, count) ?? (fallback && find(fallback, 'en', key, count)) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? shown(language, values[name]) : placeholder,
  );
}

/** The texts of one language, without a fallback. */
export function textsIn(texts: Texts, language: string) {
  return (key: TextKey, values?: TextValues): string =>
    translate(texts, undefined, language, key, values);
}

function shown(language: string, value: string | number | undefined): string {
  return typeof value === 'number' ? formatNumber(language, value) : String(value);
}

function find(
  texts: Texts,
  language: string,
  key: string,
  count: string | number | undefined,
): string | undefined {
  if (typeof count !== 'number') return leaf(texts, key);
  const form = rulesOf(language).select(count);
  return leaf(texts, `${key}_${form}`) ?? leaf(texts, `${key}_other`) ?? leaf(texts, key);
}

function leaf(texts: Texts, key: string): string | undefined {
  let at: string | Texts | undefined = texts;
  for (const step of key.split('.')) {
    if (typeof at !== 'object' || !Object.hasOwn(at, step)) return undefined;
    at = at[step];
  }
  return typeof at === 'string' ? at : undefined;
}

function rulesOf(language: string): Intl.PluralRules {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules;
}
