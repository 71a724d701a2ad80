import type { ReactNode } from 'react';
import { Icon, type IconShape } from './icon.tsx';
import styles from './list-hint.module.css';

interface ListHintProps {
  icon: IconShape;
  /** Shown in the colour of danger. */
  urgent: boolean;
  children: ReactNode;
}

/** An icon with a word, beside the badge of a record. */
export function ListHint({ icon, urgent, children }: ListHintProps) {
  return (
    <span className={styles.hint} data-urgent={urgent || undefined}>
      <Icon shape={icon} />
      <span className={styles.said}>{children}</span>
    </span>
  );
}
