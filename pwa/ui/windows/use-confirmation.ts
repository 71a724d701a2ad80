import { useEffect, useState } from 'react';

/** How long a confirmation such as 'Copied!' stands, in ms. */
const CONFIRMED_FOR_MS = 2_000;

/** True for two seconds after `confirm` was called. */
export function useConfirmation(): { isConfirmed: boolean; confirm: () => void } {
  const [isConfirmed, setConfirmed] = useState(false);

  useEffect(() => {
    if (!isConfirmed) return;
    const timer = setTimeout(() => setConfirmed(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isConfirmed]);

  return { isConfirmed, confirm: () => setConfirmed(true) };
}
