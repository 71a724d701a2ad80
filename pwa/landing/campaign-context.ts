import * as v from 'valibot';
import { type CampaignContext, readCampaignContext } from '#contract/campaign-link.ts';
import { optionalText, SHORT_TEXT } from '#contract/fields.ts';
import { keepCampaign, keptCampaign } from './kept-campaign.ts';

/**
 * The campaign link through which this visit began.
 *
 * A campaign in the address counts at once and replaces an older one as a whole; without one, what
 * this tab followed before still stands, until it is closed. Never throws: where the browser forbids
 * storage, only the address speaks.
 *
 * @param search the query of the address, with or without its question mark
 */
export function campaignContext(search = location.search): CampaignContext {
  const arrived = contextOf(search);
  if (Object.keys(arrived).length === 0) return contextOf(keptCampaign());
  keepCampaign(search);
  return arrived;
}

/** Text from an address that the server would refuse must not cost the visitor the inquiry. */
function contextOf(search: string): CampaignContext {
  const { campaignId, utmSource, utmMedium, utmCampaign } = readCampaignContext(
    new URLSearchParams(search),
  );
  return {
    ...(campaignId !== undefined && { campaignId }),
    ...usable('utmSource', utmSource),
    ...usable('utmMedium', utmMedium),
    ...usable('utmCampaign', utmCampaign),
  };
}

function usable(name: 'utmSource' | 'utmMedium' | 'utmCampaign', value: string | undefined) {
  const cut = v.safeParse(optionalText, value?.slice(0, SHORT_TEXT));
  return cut.success && cut.output !== null ? { [name]: cut.output } : {};
}
