import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import styles from './selection-bar.module.css';
import { ThumbBar } from './thumb-bar.tsx';

/** The actions on selected records: a bar at the bottom of the window. */
export function SelectionBar({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useText();
  return (
    <section className={styles.bar} aria-label={t('select.label')}>
      <p className={styles.count} aria-hidden="true">
        {t('select.count', { count })}
      </p>
      <ThumbBar>{children}</ThumbBar>
    </section>
  );
}
