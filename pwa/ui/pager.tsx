import { useEffect } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { IconButton } from './icon-button.tsx';
import { chevronLeftIcon, chevronRightIcon } from './icons.ts';
import styles from './pager.module.css';

interface PagerProps {
  /** The place of the open record, from 1, and how many there are. */
  at: number;
  of: number;
  /** Opens a neighbour; undefined at either end. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/**
 * The way to the records before and after the open one, also by the arrow keys where nobody types or
 * moves within a control.
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
      <span className={styles.place}>{t('pager.place', { at, of })}</span>
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

/** Where the arrow keys have a meaning of their own. */
const BUSY =
  'input, select, textarea, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="tablist"], [role="radiogroup"]';
