import type { ReactNode } from 'react';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import styles from './figure-table.module.css';

interface FigureTableProps {
  /** Says what the table is about, for those who do not see its card. */
  label: string;
  /** The heads of the columns; the first one is that of the rows' names. */
  heads: readonly string[];
  children: ReactNode;
}

/** Names with numbers beside them, and a bar under each name. */
export function FigureTable({ label, heads, children }: FigureTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface FigureRowProps {
  name: ReactNode;
  /** The length of the bar, from 0 to 1. */
  share: number;
  /** A text stands as it is. */
  numbers: readonly (number | string)[];
}

/** A row of a FigureTable. */
export function FigureRow({ name, share, numbers }: FigureRowProps) {
  const { language } = useText();
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {name}
        <svg
          className={styles.line}
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect className={styles.bar} width={share * 100} height="1" />
        </svg>
      </th>
      {numbers.map((number, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a number's place is its column
        <td key={at}>{typeof number === 'number' ? formatNumber(language, number) : number}</td>
      ))}
    </tr>
  );
}
