import { useText } from '#pwa/i18n/text-context.tsx';
import { EVERYWHERE, NOTHING, type Where } from '#pwa/lib/text/where.ts';
import type { ListView, RecordField } from '#pwa/records/record-definition.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { OfferingField } from '#pwa/ui/fields/offering-field.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import styles from './filter-sheet.module.css';
import { SaveView } from './save-view.tsx';

/** How a date is written: a year, a month or a day of it, or two with all between them; and a number. */
const EXAMPLES = { date: '2008, 2008-03-24, 2008..2010', number: '180, 180..190, 180..' };
/** So many values that occur in a field are offered. */
const OFFERED = 100;

export interface FilterSheetProps<Row> {
  list: 'applications' | 'contacts';
  fields: readonly RecordField<Row>[];
  /** All rows of the list: their values are offered. */
  rows: readonly Row[];
  view: ListView<string, string>;
  onView: (change: Partial<Pick<ListView<string, string>, 'where' | 'saved'>>) => void;
  onClose: () => void;
}

/** Filters a list by its fields, at once, and saves what it shows as a view. */
export function FilterSheet<Row>({ fields, rows, onClose, ...rest }: FilterSheetProps<Row>) {
  const { t } = useText();
  const { view, onView } = rest;

  function want(field: string, value: string): void {
    const { [field]: _, ...others } = view.where;
    onView({ where: value === '' ? others : { ...others, [field]: value } });
  }

  return (
    <Sheet title={t('views.filter')} description={t('views.filterHint')} onClose={onClose}>
      <div className={styles.fields}>
        {fields.map(({ id: field, label, words, named, holds }) =>
          words || named ? (
            <ChoiceField
              key={field}
              label={t(label)}
              placeholder={t('list.all')}
              choices={
                named
                  ? [
                      { value: NOTHING, label: t('applicationDetail.notGiven') },
                      ...namedValues(rows, field, named),
                    ]
                  : (words ?? []).map((word) => ({ value: word.value, label: t(word.label) }))
              }
              value={view.where[field] ?? ''}
              onChange={({ target }) => want(field, target.value)}
            />
          ) : (
            <OfferingField
              key={field}
              label={t(label)}
              placeholder={holds && EXAMPLES[holds]}
              type="search"
              autoComplete="off"
              maxLength={300}
              choices={holds ? [] : valuesOf(rows, field)}
              value={view.where[field] ?? ''}
              onChange={({ target }) => want(field, target.value)}
            />
          ),
        )}
        {Object.keys(view.where).length > 0 && (
          <div className={primitives.row2}>
            <Button variant="quiet" onClick={() => onView({ where: EVERYWHERE })}>
              {t('views.clear')}
            </Button>
          </div>
        )}
      </div>
      <SaveView {...rest} where={kept(view.where, fields)} onDone={onClose} />
    </Sheet>
  );
}

/** Leaves out blank filters, and filters that name a person: a view would outlive an erasure. */
function kept<Row>(where: Where, fields: readonly RecordField<Row>[]): Where {
  const identifying = fields.filter(({ identifies }) => identifies).map(({ id }): string => id);
  const values = Object.entries(where).map(([field, value]) => [field, value.trim()] as const);
  return Object.fromEntries(
    values.filter(([field, value]) => value !== '' && !identifying.includes(field)),
  );
}

/** The values that occur in a field with their names, by name. */
function namedValues<Row>(
  rows: readonly Row[],
  field: keyof Row,
  named: (row: Row) => string | null,
): { value: string; label: string }[] {
  const names = new Map<string, string>();
  for (const row of rows) {
    const name = row[field] === null ? null : named(row);
    if (name !== null) names.set(String(row[field]), name);
  }
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
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
