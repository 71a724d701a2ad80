import { showOutcome } from '#pwa/features/changes/outcome-toast.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { CampaignRow } from '#pwa/local/campaign-overlay.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { outcomeOf } from '#pwa/local/outcome.ts';
import { takeBack } from '#pwa/local/refusals.ts';
import styles from './active-switch.module.css';
import { formTextsOf } from './campaign-form-texts.ts';
import { showCampaignNotSaved } from './campaign-not-saved.ts';
import { editCampaign } from './save-campaign.ts';

/** Whether a campaign counts visits, changed in one press (C-22). */
export function ActiveSwitch({ campaign }: { campaign: CampaignRow }) {
  const { t } = useText();
  const mirror = useMirror();
  const { name, active } = campaign;

  async function turn(): Promise<void> {
    try {
      const draft = { ...formTextsOf(campaign), active: !active };
      const key = await editCampaign(mirror, campaign, draft);
      showOutcome(t, await outcomeOf(mirror, key), {
        sent: {
          title: t('campaigns.updated.title'),
          description: t('campaigns.updated.description'),
        },
        refused: {
          title: t('campaigns.error'),
          description: (message) => t('campaigns.failed.update', { message }),
        },
        undo: () => takeBack(mirror, key),
      });
    } catch (error) {
      showCampaignNotSaved(t, error);
    }
  }

  return (
    <button
      type="button"
      role="switch"
      aria-checked={active}
      aria-label={t('campaigns.card.activeOf', { name })}
      title={t('campaigns.form.active')}
      className={styles.switch}
      onClick={() => void turn()}
    />
  );
}
