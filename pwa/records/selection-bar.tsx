import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { ThumbBar } from '#pwa/ui/screen/thumb-bar.tsx';
import styles from './selection-bar.module.css';

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
