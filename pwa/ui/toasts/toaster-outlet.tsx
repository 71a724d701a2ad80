import { lazy, Suspense, useEffect, useState } from 'react';
import { PlainToaster } from './plain-toaster.tsx';
import { useToasts } from './toast-store.ts';

// Offline, a visitor must still see the outcome of a message.
const Toaster = lazy(() =>
  import('./toaster.tsx').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: PlainToaster }),
  ),
);

/** Mounted once. Loads the toaster at the first toast or when F8 is pressed. */
export function ToasterOutlet() {
  const needed = useToasts(({ toasts }) => toasts.length > 0);
  const [called, setCalled] = useState(false);

  useEffect(() => {
    if (needed || called) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'F8') setCalled(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [needed, called]);

  if (!needed && !called) return null;
  return (
    <Suspense fallback={null}>
      <Toaster focused={called} />
    </Suspense>
  );
}
