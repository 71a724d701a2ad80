import type { ReactNode } from 'react';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import styles from './list-hint.module.css';

interface ListHintProps {
  icon: IconShape;
  /** Shown in the colour of danger. */
  urgent: boolean;
  /** Its words, for a pointer: where there is no room for them the icon stands alone. */
  title?: string;
  children: ReactNode;
}

/** An icon with a word, beside the badge of a record. */
export function ListHint({ icon, urgent, title, children }: ListHintProps) {
  return (
    <span className={styles.hint} data-urgent={urgent || undefined} title={title}>
      <Icon shape={icon} />
      <span className={styles.said}>{children}</span>
    </span>
  );
}
