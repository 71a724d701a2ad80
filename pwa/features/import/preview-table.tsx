import { useState } from 'react';
import type { ApplicationFieldName } from '#contract/fields/application-fields.ts';
import { fieldMessage } from '#pwa/i18n/field-message.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import type { CheckedRow, Duplicate } from './check-rows.ts';
import styles from './import-page.module.css';

interface PreviewTableProps {
  /** What the rows have in common. */
  label: string;
  rows: readonly CheckedRow[];
  /** The columns, in the order of the form. */
  fields: readonly ApplicationFieldName[];
}

/** How many rows are shown at once. */
const STEP = 50;

/** Rows of the file: a wrong cell shows its error, a known person shows the existing record. */
export function PreviewTable({ label, rows, fields }: PreviewTableProps) {
  const { t } = useText();
  const [limit, setLimit] = useState(STEP);
  const sameAs = ({ by, name, row }: Duplicate) =>
    t(`import.same${by}`, { who: name ?? t('import.rowOf', { number: row ?? 0 }) });

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
                  {t(`applicationForm.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map(({ number, texts, errors, duplicate }) => (
              <tr key={number}>
                <th scope="row">
                  {number}
                  {duplicate && <span className={styles.same}>{sameAs(duplicate)}</span>}
                </th>
                {fields.map((name) => (
                  <td key={name} data-wrong={errors[name] !== undefined}>
                    <span className={styles.cell}>{texts[name]}</span>
                    {errors[name] !== undefined && (
                      <span className={styles.error}>{t(fieldMessage(errors[name]))}</span>
                    )}
                  </td>
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
