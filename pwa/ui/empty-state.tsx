import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Icon, type IconShape } from './icon.tsx';

export interface EmptyStateProps {
  icon: IconShape;
  title: string;
  /** One or two sentences: why there is nothing, and what brings something. */
  children?: ReactNode;
  /** The button or link that does. */
  action?: ReactNode;
}

/** What stands where there is nothing to list. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.circle}>
        <Icon shape={icon} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
