import { partTexts, sectionTexts } from '#pwa/i18n/section-texts.ts';
import type { TextAccess, Translate } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';

/** Of the language of the screen, not of the named text. */
type Words = Pick<TextAccess, 't' | 'language'>;

/** What a group of texts is called: a heading of its own, or what such a group is. Undefined if only its key is known. */
export function groupName({ t, language }: Words, path: string): string | undefined {
  const sections: Record<string, string> = sectionTexts(language);
  const parts: Record<string, string> = partTexts(language).groups;
  return (
    sections[path] ?? textAt(t, `${path}.title`) ?? textAt(t, `${path}.label`) ?? parts[keyOf(path)]
  );
}

/** What a text is called: its part of the page, as "Heading", or else what it says. */
export function textName({ t, language }: Words, path: string): string | undefined {
  const parts: Record<string, string> = partTexts(language).texts;
  const key = keyOf(path);
  if (key.endsWith('Placeholder')) return parts.placeholder;
  if (path.includes('.errors.')) return parts.error;
  return parts[key] ?? textAt(t, path);
}

function keyOf(path: string): string {
  return path.split('.').at(-1) ?? path;
}

/** The text of a key that may not exist. */
function textAt(t: Translate, key: string): string | undefined {
  const text = t(key as TextKey);
  return text === key ? undefined : text;
}
