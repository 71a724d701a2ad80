import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ApplicationDraft } from '#contract/applications.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { isOptional } from '#contract/fields/field-table.ts';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readList } from '#pwa/local/rows/read-rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { FilterBar } from '#pwa/ui/fields/filter-bar.tsx';
import { WorkProgress } from '#pwa/ui/work-progress.tsx';
import { type CheckedRow, checkRows } from './check-rows.ts';
import { FIELDS, type Mapping, mappingFor, rememberMapping } from './columns.ts';
import styles from './import-page.module.css';
import { PreviewTable } from './preview-table.tsx';
import type { Table } from './read-table.ts';

interface ChooseRowsProps {
  table: Table;
  onImport: (drafts: readonly ApplicationDraft[]) => void;
  /** The way back to another file. */
  another: ReactNode;
}

/** The field of each column, and what becomes of each row. */
export function ChooseRows({ table, onImport, another }: ChooseRowsProps) {
  const { t, language } = useText();
  const { userId } = useMirror();
  const [mapping, setMapping] = useState(() => mappingFor(userId, table.headings));
  const { rows, checked } = useCheckedRows(table, mapping);
  const isComplete = FIELDS.every(
    (name) => isOptional(APPLICATION_FIELDS[name]) || mapping.includes(name),
  );

  function choose(at: number, value: string): void {
    const field = FIELDS.find((name) => name === value) ?? null;
    const changed = mapping.map((one, index) => (index === at ? field : one));
    setMapping(changed);
    rememberMapping(userId, table.headings, changed);
  }

  return (
    <>
      <Card title={t('import.columns')}>
        <p className={styles.hint}>{t('import.columnsText')}</p>
        <div className={styles.columns}>
          {table.headings.map((heading, at) => (
            <ChoiceField
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading
              key={at}
              label={
                heading.trim() === ''
                  ? t('import.noHeading', { number: at + 1 })
                  : t('import.field', { heading })
              }
              hint={sampleOf(table, at) && t('import.sample', { text: sampleOf(table, at) })}
              placeholder={t('import.leaveOut')}
              choices={FIELDS.map((name) => ({ value: name, label: t(`applicationForm.${name}`) }))}
              value={mapping[at] ?? ''}
              onChange={(event) => choose(at, event.target.value)}
            />
          ))}
        </div>
        {!isComplete && (
          <p className={styles.needed} role="alert">
            {t('import.needed')}
          </p>
        )}
      </Card>
      {isComplete && !rows && (
        <WorkProgress
          text={t('import.checking', {
            done: formatNumber(language, checked),
            of: formatNumber(language, table.rows.length),
          })}
          done={checked / table.rows.length}
        />
      )}
      {isComplete && rows && (
        <Preview rows={rows} mapping={mapping} onImport={onImport} another={another} />
      )}
    </>
  );
}

/** The first value of a column, shortened. */
function sampleOf({ rows }: Table, at: number): string {
  const text = rows.find((row) => row[at]?.trim())?.[at]?.trim() ?? '';
  return text.length > 40 ? `${text.slice(0, 40)} …` : text;
}

/** The checked rows of a mapping; null while they are checked. */
function useCheckedRows(table: Table, mapping: Mapping) {
  const mirror = useMirror();
  const [state, setState] = useState<{ rows: CheckedRow[] | null; checked: number }>({
    rows: null,
    checked: 0,
  });

  useEffect(() => {
    let isStale = false;
    setState({ rows: null, checked: 0 });
    const check = async (): Promise<void> => {
      const known = await readList(mirror, 'applications');
      const rows = await checkRows(table, mapping, known, (checked) => {
        if (!isStale) setState({ rows: null, checked });
        return isStale;
      });
      if (rows && !isStale) setState({ rows, checked: rows.length });
    };
    check().catch(console.error);
    return () => {
      isStale = true;
    };
  }, [mirror, table, mapping]);
  return state;
}

type Shown = 'ready' | 'wrong' | 'duplicate';

function kindOf({ draft, duplicate }: CheckedRow): Shown {
  if (!draft) return 'wrong';
  return duplicate ? 'duplicate' : 'ready';
}

interface PreviewProps extends Pick<ChooseRowsProps, 'onImport' | 'another'> {
  rows: readonly CheckedRow[];
  mapping: Mapping;
}

function Preview({ rows, mapping, onImport, another }: PreviewProps) {
  const { t } = useText();
  const groups = useMemo(() => {
    const found: Record<Shown, CheckedRow[]> = { ready: [], wrong: [], duplicate: [] };
    for (const row of rows) found[kindOf(row)].push(row);
    return found;
  }, [rows]);
  const [chosen, setChosen] = useState<Shown | null>(null);
  const [withDuplicates, setWithDuplicates] = useState(false);
  const shown = chosen ?? (groups.wrong.length > 0 ? 'wrong' : 'ready');
  const drafts = (withDuplicates ? [...groups.ready, ...groups.duplicate] : groups.ready).flatMap(
    ({ draft }) => draft ?? [],
  );
  const fields = FIELDS.filter((name) => mapping.includes(name));

  return (
    <Card title={t('import.preview')}>
      <FilterBar
        label={t('import.show')}
        filters={(['ready', 'wrong', 'duplicate'] as const).map((value) => ({
          value,
          label: t(`import.${value}`),
          count: groups[value].length,
        }))}
        value={shown}
        onChange={setChosen}
        wraps
      />
      {shown === 'wrong' && <p className={styles.hint}>{t('import.wrongText')}</p>}
      <PreviewTable key={shown} label={t(`import.${shown}`)} rows={groups[shown]} fields={fields} />
      {groups.duplicate.length > 0 && (
        <CheckboxField
          label={t('import.also')}
          checked={withDuplicates}
          onChange={(event) => setWithDuplicates(event.target.checked)}
        />
      )}
      <div className={styles.actions}>
        <Button disabled={drafts.length === 0} onClick={() => onImport(drafts)}>
          {t('import.submit', { count: drafts.length })}
        </Button>
        {another}
      </div>
    </Card>
  );
}
