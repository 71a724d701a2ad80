import { useEffect, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { onSettled } from '#pwa/visitor/settled.ts';
import styles from './landing-page.module.css';

/** Says what the page can do without a signal, until the server answers something. */
export function NoSignal({ user }: { user: Promise<unknown> }) {
  const { t } = useText();
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    // Called by visit.ts when its question about the user got no answer.
    const look = () => setShown('noSignal' in document.documentElement.dataset);
    user.then(look).catch(console.error);
  }, [user]);

  useEffect(() => {
    if (!isShown) return;
    const hide = () => setShown(false);
    const ask = () => void fetch('/api/health').then(hide, () => undefined);
    addEventListener('online', ask);
    const stop = onSettled(hide);
    return () => {
      removeEventListener('online', ask);
      stop();
    };
  }, [isShown]);

  return (
    isShown && (
      <p role="status" className={styles.noSignal}>
        {t('common.noSignal')}
      </p>
    )
  );
}
