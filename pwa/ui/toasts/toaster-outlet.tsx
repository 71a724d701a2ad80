import { type ComponentType, useEffect, useState } from 'react';
import { PlainToaster } from './plain-toaster.tsx';
import { useToasts } from './toast-store.ts';

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
