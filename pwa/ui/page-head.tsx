import type { ReactNode } from 'react';
import primitives from '#pwa/ui/primitives.module.css';
import { classNames } from './class-names.ts';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: ReactNode;
  /** The line under the title. */
  children?: ReactNode;
  /** Actions on the whole page. */
  actions?: ReactNode;
  /** Takes two lines of small letters, for a page whose content matters more. */
  isSmall?: boolean;
}

/** From this length on a title has smaller letters, in characters. */
const LONG = 60;

/** The head of a back-office page: title, subtitle and actions. */
export function PageHead({ title, children, actions, isSmall = false }: PageHeadProps) {
  return (
    <header className={classNames(styles.head, isSmall && styles.small)}>
      <div className={styles.words}>
        <h1 className={styles.title} data-long={isLong(title) || undefined}>
          {title}
        </h1>
        {children && <div className={styles.line}>{children}</div>}
      </div>
      {actions && <div className={primitives.row2}>{actions}</div>}
    </header>
  );
}

function isLong(title: ReactNode): boolean {
  return typeof title === 'string' && title.length > LONG;
}
