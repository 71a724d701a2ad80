import { useEffect, useRef, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { offlineIcon } from './icons.ts';
import styles from './late-notice.module.css';
import { Spinner } from './spinner.tsx';

/** What comes quickly is not announced, in milliseconds (screens.md). */
const QUICK = 300;

interface LateWindowProps {
  failed: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** Stands in for a window whose code is not there yet; it needs no code but the page's own. */
export function LateWindow({ failed, onRetry, onClose }: LateWindowProps) {
  const { t } = useText();
  const [slow, setSlow] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = failed || slow;

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), QUICK);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (shown && dialog.current?.open === false) dialog.current.showModal();
  }, [shown]);
  if (!shown) return null;

  return (
    <dialog
      ref={dialog}
      className={styles.window}
      aria-label={t(failed ? 'late.title' : 'common.loading')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {failed ? (
        <div role="alert">
          <h2 className={styles.title}>{t('late.title')}</h2>
          <p className={styles.text}>{t('late.text')}</p>
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

interface LatePlaceProps {
  coming: boolean;
  failures: number;
  onRetry: () => void;
}

/** Stands where a page will be whose code is not there yet. */
export function LatePlace({ coming, failures, onRetry }: LatePlaceProps) {
  const { t } = useText();
  if (failures === 0) return <Spinner page />;
  return (
    <div role="alert">
      <EmptyState
        icon={offlineIcon}
        title={t('late.title')}
        action={
          <div className={styles.ways}>
            <Button busy={coming} onClick={onRetry}>
              {t('common.retry')}
            </Button>
            {/* A new version of the app has other parts; some browsers remember what did not come. */}
            {failures > 1 && (
              <Button variant="quiet" onClick={() => location.reload()}>
                {t('common.reload')}
              </Button>
            )}
          </div>
        }
      >
        {t('late.text')}
      </EmptyState>
    </div>
  );
}
