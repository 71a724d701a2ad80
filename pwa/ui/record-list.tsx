import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from './button.tsx';
import styles from './record-list.module.css';

interface RecordTableProps {
  /** Names the table for those who do not see its heading. */
  caption: string;
  /** The heads of the columns; the last one is for actions and is not shown. */
  columns: readonly string[];
  children: ReactNode;
}

/** A real table of records, for wide screens. Its rows are `RecordTableRow`s. */
export function RecordTable({ caption, columns, children }: RecordTableProps) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col">
                <span className={at === columns.length - 1 ? 'visually-hidden' : undefined}>
                  {column}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
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

/** The buttons at the end of a table's row. */
export function RecordActions({ children }: { children: ReactNode }) {
  return (
    <td>
      <div className={styles.actions}>{children}</div>
    </td>
  );
}

/** Rows of two lines, for phones. */
export function RecordRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface RecordRowProps {
  /** A link with the record's name; the whole row follows it. */
  name: ReactNode;
  badge: ReactNode;
  /** The second line: short facts, the missing ones left out. */
  facts: readonly (string | null | undefined)[];
  /** What is not in sync, in words. */
  mark?: ReactNode;
  action?: ReactNode;
}

/** One record on a phone: name and state, then facts; at least 48 px high and tappable all over. */
export function RecordRow({ name, badge, facts, mark, action }: RecordRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.first}>
        <span className={styles.title}>{name}</span>
        {badge}
      </div>
      <div className={styles.second}>
        <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
        {mark}
        {action}
      </div>
    </li>
  );
}

/** The class of a link whose press area is the whole row or cell around it. */
export const recordLink = styles.link;

interface ListEndProps {
  shown: number;
  total: number;
  /** Asks for more rows: when the end comes near, or by the button. */
  onMore: () => void;
}

/** The end of a list that is not all there yet: asks for more before the person reaches it. */
export function ListEnd({ shown, total, onMore }: ListEndProps) {
  const { t } = useText();
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!end.current || shown >= total) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore();
      },
      { rootMargin: '0px 0px 800px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [shown, total, onMore]);

  return (
    <div ref={end} className={styles.end}>
      <span>{t('list.shown', { shown, total })}</span>
      {shown < total && (
        <Button variant="quiet" onClick={onMore}>
          {t('list.more')}
        </Button>
      )}
    </div>
  );
}
