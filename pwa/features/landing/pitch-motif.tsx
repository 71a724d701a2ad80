import { classNames } from '#pwa/ui/class-names.ts';
import styles from './pitch-motif.module.css';

// Pitch markings in decimetres, as the Laws of the Game measure them: a pitch of 105 by 68 m, seen
// from above, one unit to 10 cm. Decoration: never announced, never in the way of a press.

const HALF =
  'M0 640V0H680V640M138 0V165H542V0M248 0V55H432V0M303 0V-24H377V0M267 165a91 91 0 0 0 146 0M0 525H680M248 525a92 92 0 1 0 184 0 92 92 0 1 0-184 0M337 110a3 3 0 1 0 6 0 3 3 0 1 0-6 0';
/** A player's run past two defenders into the goal, as a tactics board shows it. */
const RUN = 'M590 640C604 430 604 262 500 224S262 240 214 176 306 90 338 34';
const ARROW = 'M338 64V34L312 49';
const DEFENDERS = 'M386 146l22 22M408 146l-22 22M300 128l22 22M322 128l-22 22';

/** The half of a pitch with its goal at the top, and a run drawn on it as on a tactics board. */
export function HalfPitch({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 -30 680 670" aria-hidden="true" className={classNames(styles.lines, className)}>
      <path d={HALF} />
      <path d={DEFENDERS} className={styles.defenders} />
      <path d={RUN} pathLength="1" className={styles.run} />
      <path d={ARROW} className={styles.arrow} />
    </svg>
  );
}

/** The halfway line with the centre circle, across the middle of its box. */
export function CentreCircle({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 400 400" aria-hidden="true" className={classNames(styles.lines, className)}>
      <path d="M200 0V400M58 200a142 142 0 1 0 284 0 142 142 0 1 0-284 0" />
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
