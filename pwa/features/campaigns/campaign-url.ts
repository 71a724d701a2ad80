import { campaignLink } from '#contract/campaign-link.ts';
import type { Campaign } from '#contract/campaigns.ts';
import { siteSettings } from '#pwa/lib/site-settings.ts';

/** The link that a campaign's code says: on the public site's own address (C-21, Q-28). */
export function campaignUrl(campaign: Campaign): string {
  return campaignLink(siteSettings().site, campaign);
}

/** Why a link should not be printed: other phones cannot open it, or it is not encrypted. */
export function linkWarning(url: string): 'local' | 'insecure' | null {
  const { protocol, hostname } = new URL(url);
  if (LOCAL.test(hostname)) return 'local';
  return protocol === 'https:' ? null : 'insecure';
}

/** Names and addresses that lead nowhere outside one's own machine or network. */
const LOCAL =
  /^(?:localhost|\[::1\]|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|\.(?:local|localhost|internal)$/;
