import type { Campaign } from '#contract/campaigns.ts';
import { isLanguage, type Language } from '#contract/fields/vocabulary.ts';

/** Of a column of 32 bits. */
const LARGEST_ID = 2_147_483_647;

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
  if (/^[1-9]\d{0,9}$/.test(id) && Number(id) <= LARGEST_ID) context.campaignId = Number(id);
  const source = query.get('utm_source')?.trim();
  const medium = query.get('utm_medium')?.trim();
  const campaign = query.get('utm_campaign')?.trim();
  if (source) context.utmSource = source;
  if (medium) context.utmMedium = medium;
  if (campaign) context.utmCampaign = campaign;
  return context;
}

/** Where a short address leads: the campaign, and the language of the page, if it names one. */
export interface ShortLink {
  id: number;
  language: Language | null;
}

/**
 * The short address of a campaign, for print: `/c/<id in base 36>/<language>`. Its code has fewer and larger modules than
 * that of `campaignLink`, to which the server leads it.
 */
export function shortCampaignLink(siteRoot: string, { id, language }: ShortLink): string {
  const parts = [id.toString(36), ...(language ? [language] : [])];
  return new URL(`/c/${parts.join('/')}`, siteRoot).href;
}

/** Reads the path of a short address; null for any other path. */
export function readShortLink(path: string): ShortLink | null {
  const [, code = '', language = null] =
    /^\/c\/([1-9a-z][\da-z]{0,5})(?:\/([a-z]{2}))?\/?$/i.exec(path) ?? [];
  const id = Number.parseInt(code, 36);
  if (!(id <= LARGEST_ID) || (language !== null && !isLanguage(language))) return null;
  return { id, language };
}

/** The page of a short address whose campaign is not known: it was made, and printed, without a signal. */
export function pageOfShortLink({ id, language }: ShortLink): string {
  return `/?campaign_id=${id}${language ? `&lang=${language}` : ''}`;
}
