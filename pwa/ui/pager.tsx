import { useEffect } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { IconButton } from './icon-button.tsx';
import { chevronLeftIcon, chevronRightIcon } from './icons.ts';
import styles from './pager.module.css';

interface PagerProps {
  /** The place of the open record, counted from 1, and the total; undefined if that is not known. */
  at: number;
  of: number | undefined;
  /** Opens a neighbour; undefined at either end. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/**
 * Buttons to the previous and next record. The arrow keys work, too, unless a control has the focus that
 * uses them.
 */
export function Pager({ at, of, onPrevious, onNext }: PagerProps) {
  const { t } = useText();

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(BUSY)) return;
      if (event.key === 'ArrowLeft') onPrevious?.();
      if (event.key === 'ArrowRight') onNext?.();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onPrevious, onNext]);

  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <IconButton
        icon={chevronLeftIcon}
        label={t('pager.previous')}
        aria-keyshortcuts="ArrowLeft"
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <span className={styles.place}>{of !== undefined && t('pager.place', { at, of })}</span>
      <IconButton
        icon={chevronRightIcon}
        label={t('pager.next')}
        aria-keyshortcuts="ArrowRight"
        disabled={!onNext}
        onClick={onNext}
      />
    </nav>
  );
}

/** Elements that use the arrow keys themselves. */
const BUSY =
  'input, select, textarea, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="tablist"], [role="radiogroup"]';
