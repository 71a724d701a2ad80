import { classNames } from '#pwa/ui/class-names.ts';
import styles from './pitch-motif.module.css';

/** The corner of a pitch with its arc, at the bottom right: decoration. */
export function Corner({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={classNames(styles.lines, className)}>
      <path d="M99 0V99H0M99 45a54 54 0 0 0-54 54" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
