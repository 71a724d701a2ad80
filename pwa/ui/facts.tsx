import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './facts.module.css';

/** A list of `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  term: string;
  /** Takes two columns, for a long text. */
  wide?: boolean;
  children: ReactNode;
}

/** One term with its value; renders nothing without a value. */
export function Fact({ term, wide = false, children }: FactProps) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <div className={classNames(styles.fact, wide && styles.wide)}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
