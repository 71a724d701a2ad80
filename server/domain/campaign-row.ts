import type { Campaign } from '#contract/campaigns.ts';
import { LANGUAGES } from '#contract/vocabulary.ts';
import type { Tx } from '#prisma/client.ts';
import type { CampaignModel } from '#prisma/generated/sqlite/models.ts';
import { refuseMissing } from './missing.ts';
import { TOUCH } from './revision.ts';
import { unless } from './unless.ts';
import { wordOf } from './words.ts';

/** A row as the API gives it. */
export function toCampaign({ defaultLanguage, createdAt, ...row }: CampaignModel): Campaign {
  return {
    ...row,
    defaultLanguage: wordOf(LANGUAGES, defaultLanguage),
    createdAt: createdAt.toISOString(),
  };
}

/** As lockApplication. Throws `campaign-not-found`. */
export async function lockCampaign(tx: Tx, id: number): Promise<Campaign> {
  return (await lockCampaignIfThere(tx, id)) ?? refuseMissing('campaign');
}

/** As lockCampaign, but null for a campaign that is not there. */
export async function lockCampaignIfThere(tx: Tx, id: number): Promise<Campaign | null> {
  const update = tx.campaign.update({ where: { id }, data: TOUCH });
  const row = await unless('missing', update, () => null);
  return row && toCampaign(row);
}
