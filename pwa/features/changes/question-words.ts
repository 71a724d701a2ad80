import { ownName } from '#pwa/i18n/language-names.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { DisputedValue, Question } from '#pwa/local/database/rows.ts';

/** The field of a question and its values, as a form shows them. */
export function questionWords(t: TextAccess['t'], question: Question) {
  const { field, type } = question;
  const { label, showValue } = definitionOf({ type });
  const told = (value: DisputedValue): string => {
    if (value === null || value === '') return t('sync.fieldConflict.empty');
    if (typeof value === 'boolean') {
      return t(value ? 'sync.fieldConflict.on' : 'sync.fieldConflict.off');
    }
    if (typeof value === 'number') return String(value);
    if (field === 'defaultLanguage') return ownName(value);
    return showValue ? showValue(value, t, field) : value;
  };
  return {
    field: label ? t(label(field)) : field,
    seen: told(question.seen),
    mine: told(question.mine),
    theirs: told(question.theirs),
  };
}
