import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { CampaignRow } from '#pwa/local/database/rows.ts';
import styles from './active-switch.module.css';
import { activation } from './new-campaign.ts';

/** Switches a campaign on or off: an inactive one counts no visits. */
export function ActiveSwitch({ campaign }: { campaign: CampaignRow }) {
  const { t } = useText();
  const change = useChange();
  const { name, active } = campaign;

  return (
    <button
      type="button"
      role="switch"
      aria-checked={active}
      aria-label={t('campaigns.card.activeOf', { name })}
      title={t('campaigns.form.active')}
      className={styles.switch}
      onClick={() => void change(activation(campaign, !active))}
    />
  );
}
