import { useId } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { EVERYWHERE, type Where } from '#pwa/lib/where.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ChoiceField } from '#pwa/ui/choice-field.tsx';
import { Field } from '#pwa/ui/field.tsx';
import type { ListView, RecordField } from '#pwa/ui/record-definition.ts';
import { Sheet } from '#pwa/ui/sheet.tsx';
import styles from './filter-sheet.module.css';
import { SaveView } from './save-view.tsx';

/** So many values that occur in a field are offered. */
const OFFERED = 100;

export interface FilterSheetProps<Row> {
  list: 'applications' | 'contacts';
  fields: readonly RecordField<Row>[];
  /** All rows of the list: their values are offered. */
  rows: readonly Row[];
  view: ListView<string, string>;
  onView: (change: Pick<ListView<string, string>, 'where'> | { saved: string | null }) => void;
  onClose: () => void;
}

/** Filters a list by its fields, at once, and saves what it shows as a view. */
export function FilterSheet<Row>({ fields, rows, onClose, ...rest }: FilterSheetProps<Row>) {
  const { t } = useText();
  const { view, onView } = rest;
  const id = useId();

  function want(field: string, value: string): void {
    const { [field]: _, ...others } = view.where;
    onView({ where: value === '' ? others : { ...others, [field]: value } });
  }

  return (
    <Sheet
      title={t('views.filter')}
      description={t('views.filterHint')}
      open
      onOpenChange={onClose}
    >
      <div className={styles.fields}>
        {fields.map(({ id: field, label, words }) =>
          words ? (
            <ChoiceField
              key={field}
              label={t(label)}
              placeholder={t('list.all')}
              choices={words.map((word) => ({ value: word.value, label: t(word.label) }))}
              value={view.where[field] ?? ''}
              onChange={({ target }) => want(field, target.value)}
            />
          ) : (
            <div key={field}>
              <Field
                label={t(label)}
                type="search"
                autoComplete="off"
                maxLength={300}
                list={`${id}${field}`}
                value={view.where[field] ?? ''}
                onChange={({ target }) => want(field, target.value)}
              />
              <datalist id={`${id}${field}`}>
                {valuesOf(rows, field).map((value) => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            </div>
          ),
        )}
        {Object.keys(view.where).length > 0 && (
          <div className={styles.buttons}>
            <Button variant="quiet" onClick={() => onView({ where: EVERYWHERE })}>
              {t('views.clear')}
            </Button>
          </div>
        )}
      </div>
      <SaveView {...rest} where={wanted(view.where)} onDone={onClose} />
    </Sheet>
  );
}

/** Without what is blank. */
function wanted(where: Where): Where {
  const values = Object.entries(where).map(([field, value]) => [field, value.trim()] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** The values that occur in a field, the commonest first. */
function valuesOf<Row>(rows: readonly Row[], field: keyof Row): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = row[field];
    if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, OFFERED)
    .map(([value]) => value);
}
