import { useText } from '#pwa/i18n/text-context.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { chevronLeftIcon, chevronRightIcon } from '#pwa/ui/icons/icons.ts';
import styles from './pager.module.css';

interface PagerProps {
  /** The place of the open record, counted from 1, and the total; undefined if that is not known. */
  at: number;
  of: number | undefined;
  /** Opens a neighbour; undefined at either end. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Buttons to the previous and next record, also by key. */
export function Pager({ at, of, onPrevious, onNext }: PagerProps) {
  const { t } = useText();

  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <IconButton
        icon={chevronLeftIcon}
        label={t('pager.previous')}
        aria-keyshortcuts="ArrowLeft K"
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <span className={styles.place}>{of !== undefined && t('pager.place', { at, of })}</span>
      <IconButton
        icon={chevronRightIcon}
        label={t('pager.next')}
        aria-keyshortcuts="ArrowRight J"
        disabled={!onNext}
        onClick={onNext}
      />
    </nav>
  );
}
