import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { offlineIcon } from './icons.ts';
import styles from './lazy-notice.module.css';
import { Spinner } from './spinner.tsx';

/** A shorter load shows no window, in ms. */
const SHOW_AFTER_MS = 300;

interface LazyWindowNoticeProps {
  failed: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** Takes the place of a lazy window until its code has loaded. Needs no further code itself. */
export function LazyWindowNotice({ failed, onRetry, onClose }: LazyWindowNoticeProps) {
  const { t } = useText();
  const [slow, setSlow] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = failed || slow;

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (shown && dialog.current?.open === false) dialog.current.showModal();
  }, [shown]);
  // Closed, not only removed: that returns the focus, before the window that comes looks where it was.
  useLayoutEffect(() => {
    if (!shown) return;
    const { current } = dialog;
    return () => current?.close();
  }, [shown]);
  if (!shown) return null;

  return (
    <dialog
      ref={dialog}
      className={styles.window}
      aria-label={t(failed ? 'lazy.title' : 'common.loading')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {failed ? (
        <div role="alert">
          <h2 className={styles.title}>{t('lazy.title')}</h2>
          <p className={styles.text}>{t('lazy.text')}</p>
        </div>
      ) : (
        <Spinner />
      )}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {failed && <Button onClick={onRetry}>{t('common.retry')}</Button>}
      </div>
    </dialog>
  );
}

interface LazyPageNoticeProps {
  isLoading: boolean;
  failures: number;
  onRetry: () => void;
}

/** Takes the place of a lazy page until its code has loaded. */
export function LazyPageNotice({ isLoading, failures, onRetry }: LazyPageNoticeProps) {
  const { t } = useText();
  if (failures === 0) return <Spinner page />;
  return (
    <div role="alert">
      <EmptyState
        icon={offlineIcon}
        title={t('lazy.title')}
        action={
          <div className={styles.ways}>
            <Button busy={isLoading} onClick={onRetry}>
              {t('common.retry')}
            </Button>
            {/* A new version of the app has other files, and some browsers cache a failed import. */}
            {failures > 1 && (
              <Button variant="quiet" onClick={() => location.reload()}>
                {t('common.reload')}
              </Button>
            )}
          </div>
        }
      >
        {t('lazy.text')}
      </EmptyState>
    </div>
  );
}
