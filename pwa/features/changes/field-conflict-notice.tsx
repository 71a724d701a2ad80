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
  const { asks = 'sync.fieldConflict' } = definitionOf({ ...conflict, ...disputed });
  return (
    <ConflictQuestion
      mine={{
        hint: t(`${asks}.keepMineHint`, words),
        take: () => keepMyValue(mirror, conflict, disputed),
      }}
      theirs={{
        hint: t(`${asks}.takeTheirsHint`, words),
        take: () => takeTheirValue(mirror, conflict, disputed),
      }}
    >
      {t(`${asks}.text`, words)}
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
