import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import styles from './count-rows.module.css';

interface CountRowsProps {
  /** `all` is the sum of those before it; those after it are a part of them. */
  rows: readonly { kind: string; label: string; count: number }[];
}

/** Counts of visits, one below the other. */
export function CountRows({ rows }: CountRowsProps) {
  const { language } = useText();
  return (
    <dl className={styles.rows}>
      {rows.map(({ kind, label, count }) => (
        <div key={kind} className={styles.row} data-kind={kind}>
          <dt>{label}</dt>
          <dd>{formatNumber(language, count)}</dd>
        </div>
      ))}
    </dl>
  );
}
