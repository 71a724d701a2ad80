import * as v from 'valibot';
import { optionalText, SHORT_TEXT } from '#contract/fields/fields.ts';
import { type CampaignContext, readCampaignContext } from '#contract/paths/campaign-link.ts';
import { readText, writeText } from '#pwa/lib/storage/web-storage.ts';

/**
 * The campaign of this visit. A campaign in the address replaces an older one as a whole; without one
 * the last campaign of this tab counts, until the tab is closed. Never throws: without storage only the
 * address counts.
 *
 * @param search the query of the address, with or without its question mark
 */
export function campaignContext(search = location.search): CampaignContext {
  const arrived = contextOf(search);
  if (Object.keys(arrived).length === 0)
    return contextOf(readText('tab', 'campaign-context') ?? '');
  writeText('tab', 'campaign-context', search);
  return arrived;
}

/** Drops what the server would refuse: a bad address must not make the inquiry fail. */
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
