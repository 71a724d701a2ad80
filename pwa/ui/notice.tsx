import type { ReactNode } from 'react';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';

interface NoticeProps {
  /** By default the sign of a warning. */
  icon?: IconShape;
  tone?: 'neutral' | 'amber' | 'red';
  title?: string | undefined;
  /** The heading level of the title. */
  level?: 2 | 4;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
}

/** A message about this page that stays as long as it is true. */
export function Notice({
  icon = alertIcon,
  tone = 'neutral',
  title,
  level = 2,
  children,
  actions,
}: NoticeProps) {
  const Title = level === 2 ? 'h2' : 'h4';
  return (
    <div className={classNames(styles.notice, styles[tone])}>
      <Icon shape={icon} className={styles.icon} />
      <div className={styles.words}>
        {title && <Title className={styles.title}>{title}</Title>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
