import type { Campaign } from '#contract/campaigns.ts';

/** The parameters of a campaign link; absent when the address has none. */
export interface CampaignContext {
  campaignId?: number;
  utmSource?: string;
  utmMedium?: string;
  utmCampaign?: string;
}

/** The link of a campaign: the site root with URL-encoded parameters, always in the same order. */
export function campaignLink(
  siteRoot: string,
  campaign: Pick<Campaign, 'id' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'defaultLanguage'>,
): string {
  const url = new URL('/', siteRoot);
  url.search = new URLSearchParams({
    campaign_id: String(campaign.id),
    utm_source: campaign.utmSource,
    utm_medium: campaign.utmMedium,
    utm_campaign: campaign.utmCampaign,
    lang: campaign.defaultLanguage,
  }).toString();
  return url.href;
}

/** Reads the campaign context from an address query. A campaign_id that is no integer is ignored. */
export function readCampaignContext(query: URLSearchParams): CampaignContext {
  const context: CampaignContext = {};
  const id = query.get('campaign_id') ?? '';
  if (/^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647) context.campaignId = Number(id);
  const source = query.get('utm_source')?.trim();
  const medium = query.get('utm_medium')?.trim();
  const campaign = query.get('utm_campaign')?.trim();
  if (source) context.utmSource = source;
  if (medium) context.utmMedium = medium;
  if (campaign) context.utmCampaign = campaign;
  return context;
}
