import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { Fault } from './text-fault.ts';

/** What a text has to keep, or must not have, in words. */
export function faultText(t: TextAccess['t'], { lost, unknown, link, marks }: Fault): string {
  return [
    lost.length > 0 && t('translations.placeholderHint', { placeholders: lost.join(', ') }),
    unknown.length > 0 &&
      t('translations.unknownPlaceholder', { placeholders: unknown.join(', ') }),
    link && t('translations.linkHint'),
    marks.length > 0 && t('translations.marks', { marks: marks.join(', ') }),
  ]
    .filter(Boolean)
    .join(' ');
}
