import { useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { campaignDeleted } from '#pwa/local/changes/campaigns.ts';
import { Button } from '#pwa/ui/button.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import styles from './delete-campaign-dialog.module.css';
import { activation } from './new-campaign.ts';

interface DeleteCampaignDialogProps {
  campaign: Campaign;
  /** Inquiries that came by this campaign, which are not deleted; undefined until that is known. */
  inquiries: number | undefined;
  onClose: () => void;
}

/** Confirms a deletion, lists the data that stay, and offers to deactivate the campaign instead. */
export function DeleteCampaignDialog({ campaign, inquiries, onClose }: DeleteCampaignDialogProps) {
  const { t } = useText();
  const change = useChange();
  const [busy, setBusy] = useState<'delete' | 'update' | null>(null);

  async function act(action: 'delete' | 'update'): Promise<void> {
    setBusy(action);
    const saved = await change(
      action === 'delete' ? campaignDeleted.make(null, campaign) : activation(campaign, false),
    );
    if (saved) onClose();
    else setBusy(null);
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
      onClose={() => {
        if (busy === null) onClose();
      }}
      onConfirm={() => void act('delete')}
    >
      {campaign.active && (
        <Button
          variant="secondary"
          className={primitives.start}
          busy={busy === 'update'}
          onClick={() => void act('update')}
        >
          {t('campaigns.delete.deactivate')}
        </Button>
      )}
    </ConfirmDialog>
  );
}
