import { useState } from 'react';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { showToast } from './toasts/toast-store.ts';

/**
 * Runs what needs the server at once. `attempt` resolves to whether it succeeded; a toast reports a failure and why.
 *
 * @param failed the title of that toast
 */
export function useAttempt(failed: TextKey = 'common.failed') {
  const { t } = useText();
  const [busy, setBusy] = useState(false);

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      showToast({ title: t(failed), description: failureText(t, error), kind: 'destructive' });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, attempt };
}
