import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { NoIdsLeft } from '#pwa/local/outbox/campaign-ids.ts';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';

/** Shows why a campaign's change could not be saved on this device; the form keeps its text. */
export function showCampaignNotSaved(t: TextAccess['t'], error: unknown): void {
  if (!(error instanceof NoIdsLeft)) {
    showNotSaved(t, error);
    return;
  }
  showToast({
    title: t('sync.notSavedTitle'),
    description: t('campaigns.failed.noIds'),
    kind: 'destructive',
  });
}
