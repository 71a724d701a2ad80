import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import control from '#pwa/ui/fields/control.module.css';
import type { CheckedRow } from './check-rows.ts';
import type { ImportField } from './columns.ts';
import styles from './import-page.module.css';
import { fieldText, reasonText, sameAs } from './reasons.ts';

interface PreviewTableProps {
  /** What the rows have in common. */
  label: string;
  rows: readonly CheckedRow[];
  /** The columns, in the order of the form. */
  fields: readonly ImportField[];
  onMend: (row: number, field: ImportField, text: string) => void;
}

/** How many rows are shown at once. */
const STEP = 50;

/** Rows of the file: a wrong or doubtful cell shows why and can be mended, a known person the existing record. */
export function PreviewTable({ label, rows, fields, onMend }: PreviewTableProps) {
  const { t } = useText();
  const [limit, setLimit] = useState(STEP);
  if (rows.length === 0) return <p className={styles.hint}>{t('import.none')}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keys too */}
      <section className={styles.scroll} aria-label={label} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('import.row')}</th>
              {fields.map((name) => (
                <th key={name} scope="col">
                  {fieldText(t, name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row) => (
              <tr key={row.row.number}>
                <th scope="row">
                  {row.row.number}
                  {row.duplicate && <span className={styles.same}>{sameAs(t, row.duplicate)}</span>}
                </th>
                {fields.map((name) => (
                  <Cell key={name} name={name} row={row} onMend={onMend} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > limit && (
        <Button variant="secondary" onClick={() => setLimit(limit + STEP)}>
          {t('import.more')}
        </Button>
      )}
    </>
  );
}

interface CellProps extends Pick<PreviewTableProps, 'onMend'> {
  name: ImportField;
  row: CheckedRow;
}

function Cell({ name, row: { row, texts, errors, doubts, mended }, onMend }: CellProps) {
  const { t } = useText();
  const reason = errors[name] ?? doubts[name];
  const text = texts[name] ?? '';
  return (
    <td
      data-label={fieldText(t, name)}
      data-wrong={errors[name] !== undefined}
      data-doubtful={doubts[name] !== undefined}
    >
      {reason === undefined && mended[name] === undefined ? (
        <span className={styles.cell}>{text}</span>
      ) : (
        <textarea
          className={classNames(control.control, styles.mend)}
          rows={1}
          aria-label={t('import.mend', {
            field: fieldText(t, name),
            number: row.number,
          })}
          aria-invalid={errors[name] !== undefined}
          defaultValue={text}
          onBlur={({ target }) => {
            if (target.value !== text) onMend(row.number, name, target.value);
          }}
        />
      )}
      {reason !== undefined && <span className={styles.error}>{reasonText(t, reason)}</span>}
    </td>
  );
}
