import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type DayOrder, readDay } from '#contract/values/read-day.ts';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDate } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readList } from '#pwa/local/rows/read-rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { FilterBar } from '#pwa/ui/fields/filter-bar.tsx';
import { LeaveGuard, LeaveQuestion } from '#pwa/ui/fields/leave-guard.tsx';
import { WorkProgress } from '#pwa/ui/work-progress.tsx';
import { type CheckedRow, checkRows, type Reading } from './check-rows.ts';
import { FIELDS, type ImportField, type Mapping, mappingFor, rememberMapping } from './columns.ts';
import type { ImportDraft } from './import-applications.ts';
import styles from './import-page.module.css';
import { PreviewTable } from './preview-table.tsx';
import { daysOf } from './read-row.ts';
import type { Table } from './read-table.ts';
import { fieldText } from './reasons.ts';

interface ChooseRowsProps {
  table: Table;
  onImport: (drafts: readonly ImportDraft[], leftOut: readonly CheckedRow[]) => void;
  /** Goes back to another file. */
  onAnother: () => void;
}

/** The field of each column, and what becomes of each row. */
export function ChooseRows({ table, onImport, onAnother }: ChooseRowsProps) {
  const { t, language } = useText();
  const { userId } = useMirror();
  const [mapping, setMapping] = useState(() => mappingFor(userId, table.headings));
  const days = useMemo(() => daysOf(table, mapping), [table, mapping]);
  const [chosenOrder, setOrder] = useState<DayOrder | null>(null);
  const order = days.order ?? chosenOrder;
  const [mends, setMends] = useState<Reading['mends']>({});
  const isMended = Object.keys(mends).length > 0;
  const isDone = useRef(false);
  useReportDirty(isMended);
  const { rows, checked } = useCheckedRows(table, mapping, order, mends);
  const isComplete =
    mapping.includes('playerName') && (mapping.includes('email') || mapping.includes('phone'));
  const isReadable = isComplete && (days.open.length === 0 || order !== null);

  function choose(at: number, value: string): void {
    const field = FIELDS.find((name) => name === value) ?? null;
    const changed = mapping.map((one, index) => (index === at ? field : one));
    setMapping(changed);
    rememberMapping(userId, table.headings, changed);
  }

  function mend(row: number, field: ImportField, text: string): void {
    setMends({ ...mends, [row]: { ...mends[row], [field]: text } });
  }

  return (
    <>
      <Card title={t('import.columns')}>
        <p className={styles.hint}>{t('import.columnsText')}</p>
        {table.headingsAt > 1 && (
          <p className={styles.hint}>{t('import.headingsAt', { number: table.headingsAt })}</p>
        )}
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
              choices={FIELDS.map((name) => ({ value: name, label: fieldText(t, name) }))}
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
      {isComplete && days.open.length > 0 && (
        <Card title={t('import.order')}>
          <p className={styles.hint}>{t('import.orderText', { examples: days.open.join(', ') })}</p>
          <div className={styles.actions}>
            {(['day', 'month'] as const).map((first) => (
              <Button
                key={first}
                variant={order === first ? 'primary' : 'secondary'}
                aria-pressed={order === first}
                onClick={() => setOrder(first)}
              >
                {t(`import.${first}First`, { days: readAs(days.open, first) })}
              </Button>
            ))}
          </div>
        </Card>
      )}
      {isReadable && !rows && (
        <WorkProgress
          text={t('import.checking', {
            done: formatNumber(language, checked),
            of: formatNumber(language, table.rows.length),
          })}
          done={checked / table.rows.length}
        />
      )}
      {isReadable && rows && (
        <Preview
          rows={rows}
          mapping={mapping}
          onImport={(drafts, leftOut) => {
            isDone.current = true;
            onImport(drafts, leftOut);
          }}
          onMend={mend}
          another={<AnotherFile isMended={isMended} onAnother={onAnother} />}
        />
      )}
      <LeaveGuard dirty={isMended} allowed={() => isDone.current} onLeave={() => {}} />
    </>
  );
}

/** Mended values would be lost: it asks before. */
function AnotherFile({
  isMended,
  onAnother,
}: Pick<ChooseRowsProps, 'onAnother'> & { isMended: boolean }) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => (isMended ? setAsking(true) : onAnother())}>
        {t('import.another')}
      </Button>
      <LeaveQuestion open={isAsking} onClose={() => setAsking(false)} onConfirm={onAnother} />
    </>
  );
}

/** The first value of a column, shortened. */
function sampleOf({ rows }: Table, at: number): string {
  const text = rows.find(({ cells }) => cells[at]?.trim())?.cells[at]?.trim() ?? '';
  return text.length > 40 ? `${text.slice(0, 40)} …` : text;
}

/** `3/4/2007 → Apr 3, 2007`, for each example. */
function readAs(days: readonly string[], order: DayOrder): string {
  return days.map((day) => `${day} → ${formatDate(readDay(day, order)?.day ?? '')}`).join(', ');
}

interface Checked {
  /** How the rows were read; a mended value changes its own row only. */
  of: object;
  rows: CheckedRow[] | null;
  checked: number;
}

/** The checked rows of a mapping; null while they are checked. While a mended row is checked they stay. */
function useCheckedRows(
  table: Table,
  mapping: Mapping,
  order: DayOrder | null,
  mends: Reading['mends'],
): Checked {
  const mirror = useMirror();
  const of = useMemo(() => ({ table, mapping, order }), [table, mapping, order]);
  const [state, setState] = useState<Checked>({ of, rows: null, checked: 0 });

  useEffect(() => {
    let isStale = false;
    const tell = (checked: number) =>
      setState((before) =>
        before.of === of && before.rows ? before : { of, rows: null, checked },
      );
    tell(0);
    const check = async (): Promise<void> => {
      const known = await readList(mirror, 'applications');
      const isLeft = (checked: number) => {
        if (!isStale) tell(checked);
        return isStale;
      };
      const rows = await checkRows(of.table, of.mapping, known, isLeft, { order: of.order, mends });
      if (rows && !isStale) setState({ of, rows, checked: rows.length });
    };
    check().catch(console.error);
    return () => {
      isStale = true;
    };
  }, [mirror, of, mends]);
  return state;
}

const KINDS = ['ready', 'wrong', 'doubtful', 'duplicate'] as const;
type Kind = (typeof KINDS)[number];

function kindOf({ draft, doubts, duplicate }: CheckedRow): Kind {
  if (!draft) return 'wrong';
  if (Object.keys(doubts).length > 0) return 'doubtful';
  return duplicate ? 'duplicate' : 'ready';
}

interface PreviewProps extends Pick<ChooseRowsProps, 'onImport'> {
  /** The way back to another file. */
  another: ReactNode;
  rows: readonly CheckedRow[];
  mapping: Mapping;
  onMend: (row: number, field: ImportField, text: string) => void;
}

function Preview({ rows, mapping, onImport, onMend, another }: PreviewProps) {
  const { t } = useText();
  const kinds = useMemo(() => rows.map(kindOf), [rows]);
  const counts = useMemo(() => {
    const found: Record<Kind, number> = { ready: 0, wrong: 0, doubtful: 0, duplicate: 0 };
    for (const kind of kinds) found[kind] += 1;
    return found;
  }, [kinds]);
  const [shown, setShown] = useState<Kind>(
    () => (['wrong', 'doubtful'] as const).find((kind) => counts[kind] > 0) ?? 'ready',
  );
  const [also, setAlso] = useState({ doubtful: false, duplicate: false });
  const isMending = shown === 'wrong' || shown === 'doubtful';
  // A mended row stays where it is typed.
  const listed = rows.filter(
    ({ mended }, at) => kinds[at] === shown || (isMending && Object.keys(mended).length > 0),
  );
  const isTaken = (row: CheckedRow) =>
    row.draft !== null &&
    (also.doubtful || Object.keys(row.doubts).length === 0) &&
    (also.duplicate || !row.duplicate);
  const drafts = rows.flatMap((row) => (isTaken(row) && row.draft) || []);
  const fields = FIELDS.filter((name) => mapping.includes(name));

  return (
    <Card title={t('import.preview')}>
      <FilterBar
        label={t('import.show')}
        filters={KINDS.map((value) => ({
          value,
          label: t(`import.${value}`),
          count: counts[value],
        }))}
        value={shown}
        onChange={setShown}
        wraps
      />
      {isMending && <p className={styles.hint}>{t(`import.${shown}Text`)}</p>}
      <PreviewTable
        key={shown}
        label={t(`import.${shown}`)}
        rows={listed}
        fields={fields}
        onMend={onMend}
      />
      {counts.doubtful > 0 && (
        <CheckboxField
          label={t('import.alsoDoubtful')}
          checked={also.doubtful}
          onChange={(event) => setAlso({ ...also, doubtful: event.target.checked })}
        />
      )}
      {rows.some(({ duplicate }) => duplicate) && (
        <CheckboxField
          label={t('import.also')}
          checked={also.duplicate}
          onChange={(event) => setAlso({ ...also, duplicate: event.target.checked })}
        />
      )}
      <div className={styles.actions}>
        <Button
          disabled={drafts.length === 0}
          onClick={() =>
            onImport(
              drafts,
              rows.filter((row) => !isTaken(row)),
            )
          }
        >
          {t('import.submit', { count: drafts.length })}
        </Button>
        {another}
      </div>
    </Card>
  );
}
