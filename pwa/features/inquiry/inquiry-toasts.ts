import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { keptInPageOnly } from '#pwa/visitor/outbox.ts';

type T = TextAccess['t'];

/** The server has accepted the message. */
export function showArrived(t: T, description = t('contact.success.description')): void {
  showToast({ title: t('contact.success.title'), description });
}

/** The message is in the outbox: on this device, or only in this page if the disk refuses it. */
export function showQueued(t: T): void {
  if (keptInPageOnly()) {
    const description = t('contact.waiting.inPage.text');
    showToast({ title: t('contact.waiting.inPage.title'), description });
  } else {
    showToast({ title: t('contact.waiting.title'), description: t('contact.waiting.saved') });
  }
}

/** The message was refused or not sent. */
export function showFailed(t: T, description = t('contact.error.description')): void {
  showToast({ title: t('contact.error.title'), description, kind: 'destructive' });
}
