import { type ReactNode, useId } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

interface CardProps {
  title?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A piece of a page with a heading of its own. */
export function Card({ title, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      className={classNames(styles.card, className)}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}

/** Terms and what they are for one record, the missing ones left out. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  term: string;
  /** Long: it takes the room of two. */
  wide?: boolean;
  children: ReactNode;
}

/** One term; without a value it is not there. */
export function Fact({ term, wide = false, children }: FactProps) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <div className={classNames(styles.fact, wide && styles.wide)}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
