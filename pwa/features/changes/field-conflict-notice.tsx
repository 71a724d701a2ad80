import { ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { DisputedField, FieldConflict } from '#pwa/local/database/rows.ts';
import { keepMyValue, takeTheirValue } from '#pwa/local/outbox/field-conflicts.ts';
import { ConflictQuestion } from './conflict-question.tsx';

/** Asks field by field which of two people's values stays. */
export function FieldConflictNotice({ conflict }: { conflict: FieldConflict }) {
  return conflict.fields.map((disputed) => (
    <Question key={disputed.field} conflict={conflict} disputed={disputed} />
  ));
}

interface QuestionProps {
  conflict: FieldConflict;
  disputed: DisputedField;
}

function Question({ conflict, disputed }: QuestionProps) {
  const { t } = useText();
  const mirror = useMirror();
  const words = useWords(conflict, disputed);
  const { asks } = definitionOf({ ...conflict, ...disputed });
  return (
    <ConflictQuestion
      mine={{
        label: t(asks?.mine ?? 'sync.conflict.keepMine'),
        hint: asks ? undefined : t('sync.fieldConflict.keepMineHint', words),
        take: () => keepMyValue(mirror, conflict, disputed),
      }}
      theirs={{
        label: t(asks?.theirs ?? 'sync.conflict.takeTheirs'),
        hint: asks ? undefined : t('sync.fieldConflict.takeTheirsHint', words),
        take: () => takeTheirValue(mirror, conflict, disputed),
      }}
    >
      {asks ? t(asks.text) : t('sync.fieldConflict.text', words)}
    </ConflictQuestion>
  );
}

/** The field's label and both values as a form shows them. */
function useWords(conflict: FieldConflict, disputed: DisputedField) {
  const { t } = useText();
  const { field, mine, theirs, type } = { ...conflict, ...disputed };
  const { label, showValue } = definitionOf({ type });
  const told = (value: DisputedField['mine']): string => {
    if (value === null || value === '') return t('sync.fieldConflict.empty');
    if (typeof value === 'boolean') {
      return t(value ? 'sync.fieldConflict.on' : 'sync.fieldConflict.off');
    }
    if (typeof value === 'number') return String(value);
    if (field === 'defaultLanguage') return ownName(value);
    return showValue ? showValue(value, t) : value;
  };
  return { field: label ? t(label(field)) : field, mine: told(mine), theirs: told(theirs) };
}
