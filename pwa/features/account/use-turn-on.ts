import { useState } from 'react';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { deviceZone } from '#pwa/lib/time/device-zone.ts';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { turnOn } from './device-reminders.ts';

/**
 * Turns on the reminders of this device by a press, and reports the result.
 *
 * @param onAnswered called when they are on, and when the person has refused
 */
export function useTurnOn(onAnswered: () => void) {
  const { t, language } = useText();
  const [busy, setBusy] = useState(false);

  async function press(): Promise<void> {
    setBusy(true);
    try {
      const isOn = await turnOn(language);
      showToast(
        isOn
          ? {
              title: t('account.reminders.on'),
              description: t(
                deviceZone() === null ? 'account.reminders.noZone' : 'account.reminders.onText',
              ),
            }
          : { title: t('account.reminders.off'), description: t('account.reminders.refused') },
      );
      onAnswered();
    } catch (error) {
      const isCall = error instanceof ApiError || error instanceof Unreachable;
      const description = isCall ? failureText(t, error) : t('account.reminders.unreachable');
      showToast({ title: t('account.reminders.notChanged'), description, kind: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  return { busy, turnOn: () => void press() };
}
