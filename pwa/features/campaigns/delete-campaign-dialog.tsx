import { useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { discard } from '#pwa/local/outbox-actions.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import styles from './delete-campaign-dialog.module.css';
import { deleteCampaign, editCampaign } from './save-campaign.ts';
import { tellCampaignOutcome } from './tell-campaign-outcome.ts';

interface DeleteCampaignDialogProps {
  campaign: Campaign;
  /** Inquiries that came by this campaign, which are not deleted; undefined until that is known. */
  inquiries: number | undefined;
  onClose: () => void;
}

/** Confirms a deletion, lists what is kept, and offers to deactivate the campaign instead. */
export function DeleteCampaignDialog({ campaign, inquiries, onClose }: DeleteCampaignDialogProps) {
  const { t } = useText();
  const mirror = useMirror();
  const [busy, setBusy] = useState<'delete' | 'update' | null>(null);

  async function act(action: 'delete' | 'update'): Promise<void> {
    setBusy(action);
    try {
      const key =
        action === 'delete'
          ? await deleteCampaign(mirror, campaign)
          : await editCampaign(mirror, campaign, { ...campaign, active: false });
      const outcome = await tellCampaignOutcome(t, mirror, { key, action });
      // The toast told of the refusal and the campaign is as it was: nothing stays in the outbox.
      if (outcome.kind === 'refused') await discard(mirror, key);
      onClose();
    } catch (error) {
      setBusy(null);
      showNotSaved(t, error);
    }
  }

  return (
    <ConfirmDialog
      title={t('campaigns.delete.title')}
      description={
        <>
          <p>
            <bdi className={styles.name}>{campaign.name}</bdi>
          </p>
          <p>{t('campaigns.delete.text')}</p>
          {campaign.visits > 0 && <p>{t('campaigns.delete.visits', { count: campaign.visits })}</p>}
          {inquiries !== undefined && inquiries > 0 && (
            <p>{t('campaigns.delete.inquiries', { count: inquiries })}</p>
          )}
        </>
      }
      confirmLabel={t(busy === 'delete' ? 'campaigns.delete.deleting' : 'campaigns.delete.confirm')}
      busy={busy === 'delete'}
      open
      onOpenChange={(open) => {
        if (!open && busy === null) onClose();
      }}
      onConfirm={() => void act('delete')}
    >
      {campaign.active && (
        <Button
          variant="secondary"
          className={styles.instead}
          busy={busy === 'update'}
          onClick={() => void act('update')}
        >
          {t('campaigns.delete.deactivate')}
        </Button>
      )}
    </ConfirmDialog>
  );
}
