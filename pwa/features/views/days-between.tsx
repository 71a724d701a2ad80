import { useText } from '#pwa/i18n/text-context.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import styles from './filter-sheet.module.css';

interface DaysBetweenProps {
  label: string;
  /** `2008-03-24..2010-12-31` with one end or both; a year or a month stands for its days. */
  value: string;
  onChange: (value: string) => void;
}

/** Two fields for the days with which a filter begins and ends; each may be empty. */
export function DaysBetween({ label, value, onChange }: DaysBetweenProps) {
  const { t } = useText();
  const [from = '', to = from] = value.split('..');
  const ends = [dayAt('first', from), dayAt('last', to)] as const;
  const change = (first: string, last: string) =>
    onChange(first || last ? `${first}..${last}` : '');
  return (
    <fieldset className={styles.days}>
      <legend>{label}</legend>
      <Field
        label={t('views.from')}
        type="date"
        value={ends[0]}
        onChange={({ target }) => change(target.value, ends[1])}
      />
      <Field
        label={t('views.to')}
        type="date"
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
