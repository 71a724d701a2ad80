import { useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import { showNotSaved, showOutcome } from '#pwa/features/changes/outcome-toast.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { outcomeOf } from '#pwa/local/outcome.ts';
import { discard, takeBack } from '#pwa/local/refusals.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import styles from './delete-campaign-dialog.module.css';
import { deleteCampaign, editCampaign } from './save-campaign.ts';

interface DeleteCampaignDialogProps {
  campaign: Campaign;
  /** How many came by it; they stay. */
  inquiries: number;
  onClose: () => void;
}

/** Asks before a campaign goes, says what stays, and offers to switch it off instead (C-08, Q-15). */
export function DeleteCampaignDialog({ campaign, inquiries, onClose }: DeleteCampaignDialogProps) {
  const { t } = useText();
  const mirror = useMirror();
  const [busy, setBusy] = useState<'delete' | 'update' | null>(null);

  async function act(what: 'delete' | 'update', done: 'deleted' | 'updated'): Promise<void> {
    setBusy(what);
    try {
      const key =
        what === 'delete'
          ? await deleteCampaign(mirror, campaign)
          : await editCampaign(mirror, campaign, { ...campaign, active: false });
      const outcome = await outcomeOf(mirror, key);
      showOutcome(t, outcome, {
        sent: {
          title: t(`campaigns.${done}.title`),
          description: t(`campaigns.${done}.description`),
        },
        refused: {
          title: t('campaigns.error'),
          description: (message) => t(`campaigns.failed.${what}`, { message }),
        },
        undo: () => takeBack(mirror, key),
      });
      // Refused while the person looks on: the campaign stands as it was, and nothing waits.
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
          {inquiries > 0 && <p>{t('campaigns.delete.inquiries', { count: inquiries })}</p>}
        </>
      }
      confirmLabel={t(busy === 'delete' ? 'campaigns.delete.deleting' : 'campaigns.delete.confirm')}
      busy={busy === 'delete'}
      open
      onOpenChange={(open) => {
        if (!open && busy === null) onClose();
      }}
      onConfirm={() => void act('delete', 'deleted')}
    >
      {campaign.active && (
        <Button
          variant="secondary"
          className={styles.instead}
          busy={busy === 'update'}
          onClick={() => void act('update', 'updated')}
        >
          {t('campaigns.delete.deactivate')}
        </Button>
      )}
    </ConfirmDialog>
  );
}
