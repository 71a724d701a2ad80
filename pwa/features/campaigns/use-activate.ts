import type { Campaign } from '#contract/campaigns.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { Outcome } from '#pwa/local/outbox/outcome.ts';
import { formTextsOf } from './campaign-form-texts.ts';
import { editCampaign } from './save-campaign.ts';
import { tellCampaignOutcome } from './tell-campaign-outcome.ts';

/** Returns a function that switches a campaign on or off and shows the outcome with Undo. It never rejects. */
export function useActivate() {
  const { t } = useText();
  const mirror = useMirror();

  return activate;

  /** @returns the key of the change and its outcome; null if it could not be saved */
  async function activate(
    seen: Campaign,
    active: boolean,
  ): Promise<{ key: string; outcome: Outcome } | null> {
    try {
      const key = await editCampaign(mirror, seen, { ...formTextsOf(seen), active });
      const reverse = async () => void (await activate({ ...seen, active }, !active));
      return {
        key,
        outcome: await tellCampaignOutcome(t, mirror, { key, action: 'update', reverse }),
      };
    } catch (error) {
      showNotSaved(t, error);
      return null;
    }
  }
}
