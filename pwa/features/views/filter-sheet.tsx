import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import type { DaysInWords } from '#pwa/lib/text/days-in-words.ts';
import { EVERYWHERE, NOTHING, type Where } from '#pwa/lib/text/where.ts';
import { formatDate } from '#pwa/lib/time/dates.ts';
import type { ListView, RecordField } from '#pwa/records/record-definition.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Chip } from '#pwa/ui/fields/chip.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import bar from '#pwa/ui/fields/filter-bar.module.css';
import { OfferingField } from '#pwa/ui/fields/offering-field.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import styles from './filter-sheet.module.css';
import { SaveView } from './save-view.tsx';

/** So many values that occur in a field are offered. */
const OFFERED = 100;

export interface FilteredList<Row> {
  tab: keyof typeof PRESETS;
  definition: { fields: readonly RecordField<Row>[] };
  /** All rows of the list: their values are offered. */
  rows: readonly Row[];
  view: ListView<string, string>;
  onView: (change: Partial<Pick<ListView<string, string>, 'where' | 'saved'>>) => void;
}

export interface FilterSheetProps<Row> extends FilteredList<Row> {
  /** How many rows the filter leaves. */
  shown: number;
  onClose: () => void;
}

/** Filters a list by its fields, at once, and saves what it shows as a view. */
export function FilterSheet<Row>({
  tab,
  definition: { fields },
  rows,
  view,
  shown,
  onView,
  onClose,
}: FilterSheetProps<Row>) {
  const { t } = useText();

  function want(field: string, value: string): void {
    onView({ where: whereWith(view.where, field, value) });
  }

  function inputOf({ id, label, words, named, holds }: RecordField<Row>): ReactNode {
    const value = view.where[id] ?? '';
    if (holds) {
      return (
        <Between
          key={id}
          label={t(label)}
          holds={holds}
          value={value === NOTHING ? '' : value}
          onChange={(range) => want(id, range)}
        />
      );
    }
    const shared = {
      label: t(label),
      onChange: ({ target }: { target: { value: string } }) => want(id, target.value),
    };
    if (words || named) {
      const choices = named
        ? [
            { value: NOTHING, label: t('applicationDetail.notGiven') },
            ...namedValues(rows, id, named),
          ]
        : (words ?? []).map((word) => ({ value: word.value, label: t(word.label) }));
      return (
        <ChoiceField
          key={id}
          {...shared}
          placeholder={t('list.all')}
          choices={choices}
          value={value}
        />
      );
    }
    return (
      <OfferingField
        key={id}
        {...shared}
        type="search"
        autoComplete="off"
        maxLength={300}
        choices={valuesOf(rows, id)}
        value={value === NOTHING ? '' : value}
      />
    );
  }

  return (
    <Sheet
      title={t('views.filter')}
      description={t('views.filterHint')}
      beside="focused"
      onClose={onClose}
    >
      <div className={styles.fields}>
        <fieldset className={bar.filters}>
          <legend className="visually-hidden">{t('views.filter')}</legend>
          {PRESETS[tab].map(({ field, value, label }) => {
            const isSet = view.where[field] === value;
            return (
              <Chip
                key={label}
                aria-pressed={isSet}
                onClick={() => want(field, isSet ? '' : value)}
              >
                {t(label)}
              </Chip>
            );
          })}
        </fieldset>
        {fields.map(inputOf)}
        <div className={classNames(primitives.row2, styles.result)}>
          <Button disabled={shown === 0} onClick={onClose}>
            {t('views.show', { count: shown })}
          </Button>
          {Object.keys(view.where).length > 0 && (
            <Button variant="quiet" onClick={() => onView({ where: EVERYWHERE })}>
              {t('views.clear')}
            </Button>
          )}
        </div>
      </div>
      <SaveView
        list={tab}
        view={view}
        where={kept(view.where, fields)}
        onView={onView}
        onDone={onClose}
      />
    </Sheet>
  );
}

/** What a list is filtered by, each with a cross that takes it away; nothing while it is not filtered. */
export function ActiveFilters<Row>({
  tab,
  definition: { fields },
  rows,
  view,
  onView,
}: FilteredList<Row>) {
  const { t } = useText();
  const filters = fields.flatMap((field) => {
    const value = view.where[field.id]?.trim();
    return value ? [{ field, value }] : [];
  });
  if (filters.length === 0) return null;

  function wordsOf({ id, label, words, named, holds }: RecordField<Row>, value: string) {
    const preset = PRESETS[tab].find((one) => one.field === id && one.value === value);
    if (preset) return t(preset.label);
    return (
      <>
        <span className={styles.field}>{t(label)}</span>
        {value === NOTHING ? t('applicationDetail.notGiven') : valueInWords()}
      </>
    );

    function valueInWords(): string {
      const word = words?.find((one) => one.value === value);
      if (word) return t(word.label);
      const row = named && rows.find((one) => String(one[id]) === value);
      if (row) return named(row) ?? value;
      return holds ? value.split('..').map(formatDate).join(' – ') : value;
    }
  }

  return (
    <fieldset className={classNames(bar.filters, bar.scrolls, styles.active)}>
      <legend className="visually-hidden">{t('views.filter')}</legend>
      {filters.map(({ field, value }) => (
        <Chip key={field.id} onClick={() => onView({ where: whereWith(view.where, field.id, '') })}>
          {wordsOf(field, value)}
          <Icon shape={closeIcon} label={t('views.clear')} />
        </Chip>
      ))}
      {filters.length > 1 && (
        <Button variant="quiet" onClick={() => onView({ where: EVERYWHERE })}>
          {t('views.clearAll')}
        </Button>
      )}
    </fieldset>
  );
}

/** A filter with another value of one field; an empty one takes it away. */
function whereWith(where: Where, field: string, value: string): Where {
  const { [field]: _, ...others } = where;
  if (value !== '') return { ...others, [field]: value };
  return Object.keys(others).length > 0 ? others : EVERYWHERE;
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

interface Preset {
  field: string;
  value: DaysInWords | typeof NOTHING;
  label: TextKey;
}

/** The filters that one press sets, by list. */
const PRESETS: Record<'applications' | 'contacts', readonly Preset[]> = {
  applications: [
    { field: 'followUpOn', value: 'overdue', label: 'views.overdue' },
    { field: 'followUpOn', value: 'this-week', label: 'views.followUpThisWeek' },
    { field: 'dateOfBirth', value: 'under-19', label: 'views.under19' },
    { field: 'currentClub', value: NOTHING, label: 'views.noClub' },
  ],
  contacts: [
    { field: 'createdAt', value: 'this-week', label: 'views.receivedThisWeek' },
    { field: 'currentClub', value: NOTHING, label: 'views.noClub' },
  ],
};

interface BetweenProps {
  label: string;
  holds: 'date' | 'number';
  /** `2008-03-24..2010-12-31` or `180..190` with one end or both; a year or a month stands for its days. */
  value: string;
  onChange: (value: string) => void;
}

/** Two fields for the days or numbers with which a filter begins and ends; each may be empty. */
function Between({ label, holds, value, onChange }: BetweenProps) {
  const { t } = useText();
  const [from = '', to = from] = value.split('..');
  const isDays = holds === 'date';
  const ends = isDays
    ? ([dayAt('first', from), dayAt('last', to)] as const)
    : ([from, to] as const);
  const shared = isDays
    ? { type: 'date' }
    : ({ inputMode: 'numeric', autoComplete: 'off' } as const);
  const change = (first: string, last: string) =>
    onChange(first || last ? `${first}..${last}` : '');
  return (
    <fieldset className={styles.days}>
      <legend>{label}</legend>
      <Field
        label={t('views.from')}
        {...shared}
        value={ends[0]}
        onChange={({ target }) => change(target.value, ends[1])}
      />
      <Field
        label={t('views.to')}
        {...shared}
        value={ends[1]}
        onChange={({ target }) => change(ends[0], target.value)}
      />
    </fieldset>
  );
}

/** The first or the last day of a year, a month or a day; empty for any other text. */
function dayAt(end: 'first' | 'last', text: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (year === undefined || day !== undefined) return year === undefined ? '' : text;
  if (end === 'first') return `${year}-${month ?? '01'}-01`;
  return new Date(Date.UTC(Number(year), Number(month ?? 12), 0)).toISOString().slice(0, 10);
}
