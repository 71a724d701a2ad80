import type { Language } from '#contract/fields/vocabulary.ts';
import { formatNumber } from './format-number.ts';
import type english from './locales/en/reminder.json';

type WithoutPlural<K> = K extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : K;

// Eager: the service worker has no other texts, and may need them without a signal.
const FILES = import.meta.glob<Record<string, string>>('./locales/*/reminder.json', {
  eager: true,
  import: 'default',
});

/** The words of a notification. A kind that only a newer server knows has words for anything. */
export function reminderText(
  language: Language,
  kind: WithoutPlural<keyof typeof english> | (string & Record<never, never>),
  count: number,
): string {
  const texts = reminderTexts(language);
  const form = new Intl.PluralRules(language).select(count);
  const text = texts[`${kind}_${form}`] ?? texts[kind] ?? texts.unknown ?? '';
  return text.replace('{{count}}', formatNumber(language, count));
}

/** All words of notifications in a language. */
export function reminderTexts(language: Language): Record<string, string> {
  const texts = FILES[`./locales/${language}/reminder.json`];
  if (!texts) throw new Error(`There is no locales/${language}/reminder.json.`);
  return texts;
}
