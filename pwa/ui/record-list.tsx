import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import type { RecordLine } from './record-definition.ts';
import styles from './record-list.module.css';

/** A column: its head, and what it holds where that has a width of its own. */
export interface Column {
  label: string;
  holds?: 'badge' | 'date';
}

interface RecordTableProps {
  /** Names the table for those who do not see its heading. */
  caption: string;
  /** The columns; the head of the last one, which is for actions, is not shown. */
  columns: readonly (string | Column)[];
  /** Of a table of which not all rows are in the page: how many there are, and its body. */
  long?: { rows: number; body: Ref<HTMLTableSectionElement> };
  children: ReactNode;
}

/** A real table of records, for wide screens. */
export function RecordTable({ caption, columns, long, children }: RecordTableProps) {
  return (
    <div className={styles.frame}>
      <table
        className={classNames(styles.table, long && styles.fixed)}
        aria-rowcount={long && long.rows + 1}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(columnOf).map(({ label, holds }, at) => (
              <th key={label} scope="col" data-holds={holds}>
                <span className={at === columns.length - 1 ? 'visually-hidden' : undefined}>
                  {label}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={long?.body} className={long && styles.long}>
          {children}
        </tbody>
      </table>
    </div>
  );
}

function columnOf(column: string | Column): Column {
  return typeof column === 'string' ? { label: column } : column;
}

/** The first cell: a name that opens the record, with a second line under it. */
export function RecordName({ name, detail }: { name: ReactNode; detail: ReactNode }) {
  return (
    <th scope="row" className={styles.name}>
      {name}
      <span className={styles.detail}>{detail}</span>
    </th>
  );
}

/** A cell of plain words, on two lines where it takes two. */
export function RecordCell({ children }: { children: ReactNode }) {
  return <span className={styles.cell}>{children}</span>;
}

/** The buttons at the end of a table's row. */
export function RecordActions({ children }: { children: ReactNode }) {
  return (
    <td>
      <div className={styles.actions}>{children}</div>
    </td>
  );
}

interface RecordRowsProps {
  label: string;
  /** Of a list of which not all rows are in the page: the list, and the space above and below. */
  long?: { list: Ref<HTMLUListElement>; above: number; below: number };
  children: ReactNode;
}

/** Rows of two lines, for phones. */
export function RecordRows({ label, long, children }: RecordRowsProps) {
  return (
    <ul
      ref={long?.list}
      className={classNames(styles.rows, long && styles.longRows)}
      aria-label={label}
      style={long && { paddingBlock: `${long.above}px ${long.below}px` }}
    >
      {children}
    </ul>
  );
}

interface RecordRowProps extends RecordLine {
  /** A link with the record's name; the whole row follows it. */
  name: ReactNode;
  /** Its place among all rows, where not all are in the page. */
  place?: { at: number; of: number };
}

/** One record on a phone: name and state, then facts; at least 48 px high and tappable all over. */
export function RecordRow({ name, badge, facts, when, mark, action, place }: RecordRowProps) {
  return (
    <li className={styles.row} data-row aria-posinset={place?.at} aria-setsize={place?.of}>
      <div className={styles.first}>
        <span className={styles.title}>{name}</span>
        {badge}
      </div>
      <div className={styles.second}>
        {facts.some(Boolean) && (
          <span className={styles.facts}>{facts.filter(Boolean).map(isolated).join(' · ')}</span>
        )}
        {mark}
        {when !== undefined && <span className={styles.when}>{when}</span>}
        {action}
      </div>
    </li>
  );
}

/** What is written from right to left must not turn its neighbours round (Unicode FSI and PDI). */
function isolated(fact: string | null | undefined): string {
  return `\u2068${fact}\u2069`;
}

/** The class of a link whose press area is the whole row or cell around it. */
export const recordLink = styles.link;
