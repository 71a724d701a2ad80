import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { OutdatedTab } from '#pwa/local/database/mirror.ts';
import { NoIdsLeft } from '#pwa/local/outbox/campaign-ids.ts';
import { NotSaved } from '#pwa/local/outbox/queue.ts';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';

/** Shows that this device could not store a change (NotSaved of local/outbox/queue.ts), and why. */
export function showNotSaved(t: TextAccess['t'], error: unknown): void {
  const title = t('sync.notSavedTitle');
  if (error instanceof NoIdsLeft) {
    showToast({ title, description: t('campaigns.failed.noIds'), kind: 'destructive' });
    return;
  }
  console.error(error);
  const isFull = error instanceof NotSaved && error.full;
  const isOutdated = error instanceof OutdatedTab || (error instanceof NotSaved && error.outdated);
  const reason = isFull ? 'sync.storageFull' : 'sync.notSaved';
  showToast({ title, description: t(isOutdated ? 'sync.outdated' : reason), kind: 'destructive' });
}
