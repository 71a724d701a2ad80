import { useEffect, useState } from 'react';
import { useUnsentInquiries } from '#pwa/features/inquiry/use-unsent-inquiries.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { onSettled } from '#pwa/visitor/settled.ts';
import styles from './landing-page.module.css';

/** Says what the page can do without a signal, until the server answers something. */
export function NoSignal({ user }: { user: Promise<unknown> }) {
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

  return isShown && <Bar />;
}

function Bar() {
  const { t } = useText();
  const { length: count } = useUnsentInquiries().waiting;
  return (
    <p role="status" className={styles.noSignal}>
      {t('common.noSignal')}{' '}
      {count > 0 ? t('contact.waiting.count', { count }) : t('common.noSignalText')}
    </p>
  );
}
