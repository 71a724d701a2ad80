import { classNames } from './class-names.ts';
import styles from './pitch-lines.module.css';

// To scale: one unit is 10 cm, 68 m wide, the goal line at the top.
const HALF_PITCH = [
  'M0 0H680V525H0z', // touchlines, goal line, halfway line
  'M138.4 0V165H541.6V0', // penalty area
  'M248.4 0V55H431.6V0', // goal area
  'M266.88 165A91.5 91.5 0 0 0 413.12 165', // penalty arc
  'M248.5 525A91.5 91.5 0 0 1 431.5 525', // centre circle
  'M10 0A10 10 0 0 1 0 10M670 0A10 10 0 0 0 680 10', // corners
].join('');

/** The markings of half a pitch as decoration, in the colour of the text. */
export function PitchLines({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden="true" viewBox="-4 -4 688 533" className={classNames(styles.lines, className)}>
      <path d={HALF_PITCH} />
      <circle cx="340" cy="110" r="4" />
    </svg>
  );
}
