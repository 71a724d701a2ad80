import styles from './week-bars.module.css';

interface WeekBarsProps {
  title: string;
  /** One number a week, oldest first. */
  values: readonly number[];
  /** All that the bars show, in words. */
  words: string;
}

/** Units of the drawing: a bar with its gap, and the height of the highest bar. */
const STEP = 10;
const BAR = 8;
const HEIGHT = 48;

/** A number a week as bars, with their sum. */
export function WeekBars({ title, values, words }: WeekBarsProps) {
  const most = Math.max(1, ...values);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{title}</figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${values.length * STEP - (STEP - BAR)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {values.map((value, at) => {
          const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar's place is its week
              key={at}
              className={value === 0 ? styles.none : styles.bar}
              x={at * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          );
        })}
      </svg>
    </figure>
  );
}
