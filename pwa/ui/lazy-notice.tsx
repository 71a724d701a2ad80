import { useLayoutEffect, useRef } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { offlineIcon } from '#pwa/ui/icons/icons.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import styles from './lazy-notice.module.css';
import { Spinner } from './spinner.tsx';

interface LazyWindowNoticeProps {
  failed: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/**
 * Takes the place of a lazy window until its code has loaded: no key and no press reaches the page behind it.
 * It is seen after 300 ms. Needs no further code itself.
 */
export function LazyWindowNotice({ failed, onRetry, onClose }: LazyWindowNoticeProps) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed, not only removed: that returns the focus, before the window that comes looks where it was.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={failed ? styles.window : `${styles.window} ${styles.coming}`}
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
