import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import styles from './selection-bar.module.css';
import { ThumbBar } from './thumb-bar.tsx';

/** What can be done to the chosen records of a list: under the thumb, or at the foot of the window. */
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
