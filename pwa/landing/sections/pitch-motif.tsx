import { classNames } from '#pwa/ui/class-names.ts';
import { ARROW, DEFENDERS, HALF_PITCH, RUN } from '#pwa/ui/icons/pitch-paths.ts';
import styles from './pitch-motif.module.css';

// Decoration: hidden from assistive technology, and clicks pass through.

/** Half a pitch with its goal at the top and a run, as on a tactics board. */
export function HalfPitch({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 -30 680 670" aria-hidden="true" className={classNames(styles.lines, className)}>
      <path d={HALF_PITCH} />
      <path d={DEFENDERS} className={styles.defenders} />
      <path d={RUN} pathLength="1" className={styles.run} />
      <path d={ARROW} className={styles.arrow} />
    </svg>
  );
}

/** The corner of a pitch with its arc, at the bottom right. */
export function Corner({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={classNames(styles.lines, className)}>
      <path d="M99 0V99H0M99 45a54 54 0 0 0-54 54" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
