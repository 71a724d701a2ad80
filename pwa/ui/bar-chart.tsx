import type { ReactNode } from 'react';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './bar-chart.module.css';

interface BarChartProps {
  title: string;
  /** One number a bar, from the left. */
  values: readonly number[];
  /** What the bars show, in words. */
  words: string;
  /** The labels under the bars. */
  children?: ReactNode;
}

/** Units of the drawing: a bar with its gap, and the height of the highest bar. */
const STEP = 10;
const BAR = 7;
const HEIGHT = 60;

/** Numbers as bars beside each other. */
export function BarChart({ title, values, words, children }: BarChartProps) {
  const most = Math.max(1, ...values);
  return (
    <figure className={primitives.stack2}>
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
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
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
      {children}
    </figure>
  );
}

/** What the first and the last bar stand for. */
export function BarAxis({ first, last }: { first: string; last: string }) {
  return (
    <p className={styles.axis} aria-hidden="true">
      <span>{first}</span>
      <span>{last}</span>
    </p>
  );
}

/** Figures or acts that stand under one line until it is opened. */
export function Unfold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles.details}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
