import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import styles from '#pwa/records/load-progress.module.css';

interface LoadProgressProps {
  /** How many records are on this phone. */
  done: number;
  /** How many there are; null if that is not known. */
  of: number | null;
  /** Nothing is being loaded at the moment, for example without a network. */
  isPaused: boolean;
}

/**
 * How much of a list is on this phone while it is loaded for the first time: words and a bar. On a phone that
 * loads, the bar alone, over the edge of what it stands in: rows do not move under the finger.
 */
export function LoadProgress({ done, of, isPaused }: LoadProgressProps) {
  const { t, language } = useText();
  // Records that were added since the server counted them.
  const count = of === null ? done : Math.min(done, of);
  const words = {
    done: formatNumber(language, count),
    of: of === null ? '' : formatNumber(language, of),
  };
  const text =
    of === null ? t('common.loading') : t(isPaused ? 'list.partly' : 'list.loading', words);
  return (
    <span className={styles.progress} data-loading={!isPaused || undefined}>
      <span className={styles.words}>{text}</span>
      <progress className={styles.bar} aria-label={text} value={of ? count / of : undefined} />
    </span>
  );
}
