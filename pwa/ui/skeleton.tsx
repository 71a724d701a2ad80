import { useText } from '#pwa/i18n/text-context.tsx';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** A line of text, a headline, or a block of 10 rem. */
  shape?: 'text' | 'title' | 'block' | undefined;
  /** The part of the width that it fills. */
  width?: 'full' | 'half' | 'third' | undefined;
}

/** A placeholder while content loads; hidden from assistive technology. */
export function Skeleton({ shape = 'text', width = 'full' }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classNames(styles.bone, styles[shape], styles[width])} />
  );
}

/** A placeholder for a list of `rows` rows with two lines each; announced as loading. */
export function SkeletonRows({ rows = 6 }: { rows?: number | undefined }) {
  const { t } = useText();
  return (
    <div role="status" className={styles.rows}>
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={row} className={styles.row}>
          <Skeleton shape="title" width="half" />
          <Skeleton width={row % 2 === 0 ? 'full' : 'half'} />
        </div>
      ))}
    </div>
  );
}
