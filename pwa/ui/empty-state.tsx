import type { ReactNode } from 'react';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  icon: IconShape;
  title: string;
  /** The heading level; 1 if the page has no other heading. */
  level?: 1 | 2;
  /** One or two sentences: why there is nothing, and what to do. */
  children?: ReactNode;
  /** A button or link. */
  action?: ReactNode;
}

/** Takes the place of an empty list. */
export function EmptyState({ icon, title, level = 2, children, action }: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.state}>
      <span className={styles.circle}>
        <Icon shape={icon} />
      </span>
      <Title className={styles.title}>{title}</Title>
      {children && <p className={primitives.soft}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
