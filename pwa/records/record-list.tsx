import type { ComponentProps, ReactNode, Ref } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { arrowDownIcon, arrowUpIcon } from '#pwa/ui/icons/icons.ts';
import type { ColumnKind, RecordLine } from './record-definition.ts';
import styles from './record-list.module.css';

interface Head {
  label: string;
  /** The order that it chooses; `current` if the rows are in it. */
  order?: { current: 'ascending' | 'descending' | null; choose: () => void };
}

/** A column: its head, and its kind of content if that has a fixed width. */
export interface Column extends Head {
  holds?: ColumnKind;
  /** The head of a second column, whose cells stand below the cells of this one. */
  second?: Head | undefined;
}

interface RecordTableProps {
  /** The name of the table for screen readers. */
  caption: string;
  /** The columns; the last one is for actions and its head is for screen readers only. */
  columns: readonly (string | Column)[];
  /** For a table that renders only some rows: the number of all rows, and a ref to its body. */
  long?: {
    rows: number;
    body: Ref<HTMLTableSectionElement>;
    /** `tall` for rows of up to four lines, in a window that is no desk. */
    height: 'comfortable' | 'compact' | 'tall';
    hasVerb: boolean;
    hasPreview: boolean;
  };
  children: ReactNode;
}

/** A real table of records, for wide screens. */
export function RecordTable({ caption, columns, long, children }: RecordTableProps) {
  const isFlat = long?.hasPreview && long.height !== 'tall';
  return (
    <div className={styles.frame}>
      <table
        className={classNames(styles.table, long && styles.fixed, isFlat && styles.flat)}
        data-height={long?.height}
        data-dense={long?.height === 'compact' || undefined}
        data-verb={long?.hasVerb || undefined}
        data-preview={long?.hasPreview || undefined}
        aria-rowcount={long && long.rows + 1}
        data-many={columns.length > ROOM || undefined}
        style={columns.length > ROOM ? { minWidth: `${columns.length * 10}rem` } : undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(columnOf).map(({ second, holds, ...head }, at) => (
              <th
                key={head.label}
                scope="col"
                data-holds={holds}
                aria-sort={head.order?.current ?? second?.order?.current ?? undefined}
              >
                <div className={styles.heads}>
                  <HeadWords {...head} isHidden={at === columns.length - 1} />
                  {second && <HeadWords {...second} />}
                </div>
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

/** A button if the column can be sorted. */
function HeadWords({ label, order, isHidden = false }: Head & { isHidden?: boolean }) {
  if (!order) return <span className={isHidden ? 'visually-hidden' : undefined}>{label}</span>;
  return (
    <button type="button" className={styles.sort} onClick={order.choose}>
      {label}
      {order.current && <Icon shape={ARROWS[order.current]} />}
    </button>
  );
}

/** So many columns fit beside each other; more keep their widths, and the table scrolls sideways. */
const ROOM = 6;

const ARROWS = { ascending: arrowUpIcon, descending: arrowDownIcon };

function columnOf(column: string | Column): Column {
  return typeof column === 'string' ? { label: column } : column;
}

interface RecordNameProps {
  name: ReactNode;
  detail: ReactNode;
  /** If set, it follows the detail in a line below all cells of the row. */
  preview?: string | undefined;
  /** Cells for which the row has no room: they stand before the preview. */
  folded?: ReactNode;
}

/** The first cell: a name that opens the record, with a second line under it. */
export function RecordName({ name, detail, preview, folded }: RecordNameProps) {
  return (
    <th scope="row" className={styles.name}>
      {preview === undefined ? (
        <div className={styles.pair}>
          <span>{name}</span>
          <span className={styles.detail}>{detail}</span>
        </div>
      ) : (
        <>
          <span className={styles.cell}>{name}</span>
          <span className={styles.below}>
            <span className={styles.address}>{detail}</span>
            {folded}
            <span className={styles.preview}>{preview}</span>
          </span>
        </>
      )}
    </th>
  );
}

/** A badge that is pressed to change what it says; `S` presses it. */
export function BadgeButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={styles.press}
      aria-haspopup="dialog"
      aria-keyshortcuts="S"
      {...props}
    />
  );
}

/** A cell of plain text, which may wrap to a second line. */
export function RecordCell({ children }: { children: ReactNode }) {
  return <span className={styles.cell}>{children}</span>;
}

/**
 * Things beneath each other in a cell; in rows of one line beside each other, where narrow marks show their
 * icons alone.
 */
export function CellLines({ children }: { children: ReactNode }) {
  return <div className={styles.lines}>{children}</div>;
}

/** Two cells in one: the content of another column stands under that of this one. */
export function FoldedCells({ children, under }: { children: ReactNode; under: ReactNode }) {
  return (
    <td>
      <div className={styles.pair}>
        {children}
        <span className={styles.detail}>{under}</span>
      </div>
    </td>
  );
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
  /** For a list that renders only some rows: a ref to it, and the pixels above and below. */
  long?: { list: Ref<HTMLUListElement>; above: number; below: number; lines: 2 | 3 | 4 };
  children: ReactNode;
}

/** Rows of two lines, for phones. */
export function RecordRows({ label, long, children }: RecordRowsProps) {
  return (
    <ul
      ref={long?.list}
      className={classNames(styles.rows, long && styles.longRows)}
      aria-label={label}
      data-lines={long?.lines}
      style={long && { paddingBlock: `${long.above}px ${long.below}px` }}
    >
      {children}
    </ul>
  );
}

interface RecordRowProps extends RecordLine {
  id?: string | number;
  /** A link with the record's name; the whole row follows it. */
  name: ReactNode;
  /** What a search has found in it, in place of the facts. */
  found?: ReactNode;
  /** Its place among all rows, if only some are rendered. */
  place?: { at: number; of: number };
}

/** One record on a phone: name and state, then facts, in two to four lines; tappable all over. */
export function RecordRow({
  id,
  name,
  badge,
  detail,
  preview,
  facts,
  found,
  when,
  mark,
  action,
  place,
}: RecordRowProps) {
  const ending = when !== undefined && <span className={styles.when}>{when}</span>;
  return (
    <li
      className={styles.row}
      data-row
      data-id={id}
      aria-posinset={place?.at}
      aria-setsize={place?.of}
    >
      <div className={styles.first}>
        <span className={styles.title}>{name}</span>
        {badge}
      </div>
      {detail !== undefined && (
        <div className={styles.second}>
          <span className={styles.address}>{detail}</span>
          {mark}
        </div>
      )}
      {preview !== undefined && (
        <div className={styles.second}>
          <span className={styles.preview}>{preview}</span>
          {ending}
        </div>
      )}
      <div className={styles.second}>
        {found ? (
          <span className={styles.found}>{found}</span>
        ) : (
          <span className={styles.facts}>
            {facts.filter(Boolean).map((fact, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: facts have places, not names
              <span key={at}>{`${at > 0 ? ' · ' : ''}${isolated(fact)}`}</span>
            ))}
          </span>
        )}
        {!found && detail === undefined && mark}
        {!found && preview === undefined && ending}
        {action}
      </div>
    </li>
  );
}

/** Isolates right-to-left text from its neighbours (Unicode FSI and PDI). */
function isolated(fact: string | null | undefined): string {
  return `\u2068${fact}\u2069`;
}

/** The class of a link whose press area is the whole row or cell around it. */
export const recordLink = styles.link;
