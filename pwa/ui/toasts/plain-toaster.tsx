import { useEffect } from 'react';
import styles from './plain-toaster.module.css';
import { dismissToast, TOAST_DURATION, useToasts } from './toast-store.ts';

/** Shows toasts as plain text for 5 s, if the toaster could not be loaded. */
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
