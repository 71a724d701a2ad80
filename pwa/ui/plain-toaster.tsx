import { useEffect } from 'react';
import styles from './plain-toaster.module.css';
import { dismissToast, TOAST_DURATION, useToasts } from './toast-store.ts';

/** Shows toasts when the notification region itself could not be loaded: words only, for 5 s. */
export function PlainToaster() {
  const toast = useToasts(({ toasts }) => toasts.findLast((one) => one.open));

  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_DURATION);
    return () => clearTimeout(timer);
  }, [toast]);

  return (
    <div role={toast?.kind === 'destructive' ? 'alert' : 'status'}>
      {toast && (
        <div className={styles.toast}>
          <strong>{toast.title}</strong> {toast.description}
        </div>
      )}
    </div>
  );
}
