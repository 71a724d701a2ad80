import { type ComponentType, useEffect, useState } from 'react';
import styles from './plain-toaster.module.css';
import { dismissToast, TOAST_DURATION, useToasts } from './toast-store.ts';

/**
 * Mounted once. Loads the toaster at the first toast or when F8 is pressed. No `lazy`: React would hold the first toast
 * back for 300 ms, also of a file that is here (after the press: 349 to 445 ms, now 67 to 127).
 */
export function ToasterOutlet() {
  const needed = useToasts(({ toasts }) => toasts.length > 0);
  const [called, setCalled] = useState(false);
  const [Toaster, setToaster] = useState<ComponentType<{ focused: boolean }> | null>(null);
  const isWanted = needed || called;

  useEffect(() => {
    if (isWanted) {
      // Offline, a visitor must still see the outcome of a message.
      void import('./toaster.tsx')
        .then(({ Toaster }) => Toaster)
        .catch(() => PlainToaster)
        .then((loaded) => setToaster(() => loaded));
      return;
    }
    const listen = ({ key }: KeyboardEvent) => key === 'F8' && setCalled(true);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isWanted]);

  return Toaster && <Toaster focused={called} />;
}

/** Shows toasts as plain text for 5 s, if the toaster could not be loaded. */
function PlainToaster() {
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
