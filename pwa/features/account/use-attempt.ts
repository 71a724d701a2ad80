import { useState } from 'react';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';

/** Runs one task at a time. `attempt` resolves to true if it succeeded; a toast reports a failure. */
export function useAttempt() {
  const { t } = useText();
  const [busy, setBusy] = useState(false);

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      const description = failureText(t, error);
      showToast({ title: t('account.reminders.notChanged'), description, kind: 'destructive' });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, attempt };
}
