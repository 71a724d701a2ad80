import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: ReactNode;
  /** The line under the title. */
  children?: ReactNode;
  /** What can be done with the whole page. */
  actions?: ReactNode;
}

/** From here on a title is told in smaller letters: a name may be as long as a person writes it. */
const LONG = 60;

/** The head of a back-office page: its title, a line about it, its actions. */
export function PageHead({ title, children, actions }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title} data-long={isLong(title) || undefined}>
          {title}
        </h1>
        {children && <div className={styles.line}>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

function isLong(title: ReactNode): boolean {
  return typeof title === 'string' && title.length > LONG;
}
