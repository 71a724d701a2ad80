import { classNames } from './class-names.ts';
import styles from './count-mark.module.css';

interface CountMarkProps {
  /** The number as it is seen. */
  children: number | string;
  /** What it counts, for screen readers. */
  words: string;
  /** On phones it sits on the icon of a bar; `phone` is not shown on wide screens. */
  place?: 'line' | 'bar' | 'phone';
}

/** A number in the accent colour, for news in a list of links. */
export function CountMark({ children, words, place = 'line' }: CountMarkProps) {
  return (
    <span
      className={classNames(
        styles.count,
        place !== 'line' && styles.bar,
        place === 'phone' && styles.phone,
      )}
    >
      <span aria-hidden="true">{children}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
