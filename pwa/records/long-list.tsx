import { memo, type ReactNode } from 'react';
import { ROOMY, useMedia } from '#pwa/ui/screen/use-media.ts';
import { useDensity } from './density-store.ts';
import styles from './record-list.module.css';
import { type Column, RecordRows, RecordTable } from './record-list.tsx';
import { useWindow } from './use-window.ts';

interface LongTableProps<Row> {
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** As in RecordLook. */
  hasVerb: boolean;
  /** Whether each row has a line below its cells. */
  hasPreview: boolean;
  /** The cells of a row. */
  children: (row: Row) => ReactNode;
}

/** A RecordTable of any length; rows far from the screen are not rendered. */
export function LongTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  hasVerb,
  hasPreview,
  children,
}: LongTableProps<Row>) {
  const isRoomy = useMedia(ROOMY);
  const { isComfortable } = useDensity();
  const deskHeight = isComfortable ? 'comfortable' : 'compact';
  const height = isRoomy ? deskHeight : 'tall';
  const { ref, from, to, above, below } = useWindow<HTMLTableSectionElement>(
    rows.length,
    'table',
    TABLE_ROWS[height] + (hasPreview && !isRoomy ? 24 : 0),
  );
  return (
    <RecordTable
      caption={caption}
      columns={columns}
      long={{
        rows: rows.length,
        body: ref,
        height,
        hasVerb,
        hasPreview,
      }}
    >
      <Space height={above} columns={columns.length} />
      {rows.slice(from, to).map((row, at) => (
        <TableRow key={keyOf(row)} row={row} at={from + at} cells={children} />
      ))}
      <Space height={below} columns={columns.length} />
    </RecordTable>
  );
}

/** In pixels. */
const TABLE_ROWS = { comfortable: 45, compact: 36, tall: 66 };

interface TableRowProps<Row> {
  row: Row;
  /** Its place among all rows, from 0. */
  at: number;
  cells: (row: Row) => ReactNode;
}

/** Rows that stay while others come into sight are not rendered again: a quarter less script while a list scrolls. */
const TableRow = memo(function TableRow<Row>({ row, at, cells }: TableRowProps<Row>) {
  return (
    <tr data-row aria-rowindex={at + 2}>
      {cells(row)}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

/** Empty space in place of the rows that are not rendered. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row of a table takes no focus.
    <tr aria-hidden="true" className={styles.space}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** In pixels, by the lines of a row. */
const ROW_HEIGHTS = { 2: 64, 3: 84, 4: 106 };

interface LongRowsProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The lines of a row. */
  lines: 2 | 3 | 4;
  /** A RecordRow, given its place among all rows. */
  children: (row: Row, place: { at: number; of: number }) => ReactNode;
}

/** RecordRows of any length; rows far from the screen are not rendered. */
export function LongRows<Row>({ label, rows, keyOf, lines, children }: LongRowsProps<Row>) {
  const of = rows.length;
  const { ref, from, to, above, below } = useWindow<HTMLUListElement>(
    of,
    'rows',
    ROW_HEIGHTS[lines],
  );
  return (
    <RecordRows label={label} long={{ list: ref, above, below, lines }}>
      {rows.slice(from, to).map((row, at) => (
        <LineRow key={keyOf(row)} row={row} at={from + at + 1} of={of} line={children} />
      ))}
    </RecordRows>
  );
}

interface LineRowProps<Row> {
  row: Row;
  at: number;
  of: number;
  line: LongRowsProps<Row>['children'];
}

/** As TableRow. */
const LineRow = memo(function LineRow<Row>({ row, at, of, line }: LineRowProps<Row>) {
  return line(row, { at, of });
}) as <Row>(props: LineRowProps<Row>) => ReactNode;
