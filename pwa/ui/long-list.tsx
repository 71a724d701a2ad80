import { Fragment, type ReactNode } from 'react';
import { useDensity } from './density-store.ts';
import styles from './record-list.module.css';
import { type Column, RecordRows, RecordTable } from './record-list.tsx';
import { DENSE, useMedia } from './use-media.ts';
import { useWindow } from './use-window.ts';

interface LongTableProps<Row> {
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Rows have one line in a wide window, unless the person wants two. */
  isDense: boolean;
  /** The cells of a row. */
  children: (row: Row) => ReactNode;
}

/** A RecordTable of any length; rows far from the screen are not rendered. */
export function LongTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  isDense,
  children,
}: LongTableProps<Row>) {
  const isWide = useMedia(DENSE);
  const { isComfortable } = useDensity();
  const hasOneLine = isDense && isWide && !isComfortable;
  const { ref, from, to, above, below } = useWindow<HTMLTableSectionElement>(
    rows.length,
    hasOneLine ? 'dense' : 'table',
    hasOneLine ? 40 : 66,
  );
  return (
    <RecordTable
      caption={caption}
      columns={columns}
      long={{ rows: rows.length, body: ref, isDense: hasOneLine }}
    >
      <Space height={above} columns={columns.length} />
      {rows.slice(from, to).map((row, at) => (
        <tr key={keyOf(row)} data-row aria-rowindex={from + at + 2}>
          {children(row)}
        </tr>
      ))}
      <Space height={below} columns={columns.length} />
    </RecordTable>
  );
}

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

interface LongRowsProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** A RecordRow, given its place among all rows. */
  children: (row: Row, place: { at: number; of: number }) => ReactNode;
}

/** RecordRows of any length; rows far from the screen are not rendered. */
export function LongRows<Row>({ label, rows, keyOf, children }: LongRowsProps<Row>) {
  const of = rows.length;
  const { ref, from, to, above, below } = useWindow<HTMLUListElement>(of, 'rows', 64);
  return (
    <RecordRows label={label} long={{ list: ref, above, below }}>
      {rows.slice(from, to).map((row, at) => (
        <Fragment key={keyOf(row)}>{children(row, { at: from + at + 1, of })}</Fragment>
      ))}
    </RecordRows>
  );
}
