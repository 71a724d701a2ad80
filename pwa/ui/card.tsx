import { type ReactNode, useId } from 'react';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { moreIcon } from '#pwa/ui/icons/icons.ts';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

interface CardProps {
  title?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of a page with its own heading. */
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

/** A card that shows its title only, until it is opened. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.card}>
      <summary className={styles.summary}>
        {title}
        <Icon shape={moreIcon} />
      </summary>
      {children}
    </details>
  );
}
