import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { CampaignRow } from '#pwa/local/rows.ts';
import styles from './active-switch.module.css';
import { formTextsOf } from './campaign-form-texts.ts';
import { showCampaignNotSaved } from './campaign-not-saved.ts';
import { editCampaign } from './save-campaign.ts';
import { tellCampaignOutcome } from './tell-campaign-outcome.ts';

/** Switches a campaign on or off: an inactive one counts no visits. */
export function ActiveSwitch({ campaign }: { campaign: CampaignRow }) {
  const { t } = useText();
  const mirror = useMirror();
  const { name, active } = campaign;

  async function turn(): Promise<void> {
    try {
      const draft = { ...formTextsOf(campaign), active: !active };
      const key = await editCampaign(mirror, campaign, draft);
      await tellCampaignOutcome(t, mirror, { key, action: 'update' });
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
