import { type ReactNode, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import { ThumbBar, ThumbButton } from '#pwa/ui/screen/thumb-bar.tsx';
import { useBottomBar } from '#pwa/ui/screen/use-bottom-bar.ts';
import styles from './selection-bar.module.css';

export interface SelectionBarProps<Row> {
  chosen: readonly Row[];
  /** The window that saves records as a file. */
  Export: (props: { rows: readonly Row[]; onClose: () => void }) => ReactNode;
}

/** The actions on selected records, and their export: a bar at the bottom of the window. */
export function SelectionBar<Row>({
  chosen,
  Export,
  children,
}: SelectionBarProps<Row> & { children: ReactNode }) {
  useBottomBar('selecting');
  const { t } = useText();
  const [isExporting, setExporting] = useState(false);
  return (
    <section className={styles.bar} aria-label={t('select.label')} data-selection>
      <p className={styles.count} aria-hidden="true">
        {t('select.count', { count: chosen.length })}
      </p>
      <ThumbBar>
        {children}
        <ThumbButton
          icon={downloadIcon}
          aria-label={t('export.title')}
          disabled={chosen.length === 0}
          onClick={() => setExporting(true)}
        >
          CSV
        </ThumbButton>
      </ThumbBar>
      {isExporting && <Export rows={chosen} onClose={() => setExporting(false)} />}
    </section>
  );
}
