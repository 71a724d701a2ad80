import { campaignLink, type ShortLink, shortCampaignLink } from '#contract/paths/campaign-link.ts';
import { siteSettings } from '#pwa/lib/site-settings.ts';

/** The link in a campaign's code, at the public site's own address. */
export function campaignUrl(campaign: Parameters<typeof campaignLink>[1]): string {
  return campaignLink(siteSettings().site, campaign);
}

/** The short address in a code for print, likewise. */
export function shortCampaignUrl(link: ShortLink): string {
  return shortCampaignLink(siteSettings().site, link);
}

/** Why a link should not be printed: it works on this network only, or it is not encrypted. */
export function linkWarning(url: string): 'local' | 'insecure' | null {
  const { protocol, hostname } = new URL(url);
  if (LOCAL.test(hostname)) return 'local';
  return protocol === 'https:' ? null : 'insecure';
}

/** Host names and addresses of the own machine or network. */
const LOCAL =
  /^(?:localhost|\[::1\]|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|\.(?:local|localhost|internal)$/;
