import { pullApplications } from '#contract/applications.ts';
import { pullCampaigns } from '#contract/campaigns.ts';
import { pullContacts } from '#contract/contacts.ts';
import { pathOf } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import { listStates } from '#pwa/local/rows/list-state.ts';

/** How to ask for the first page of a pull. */
export interface PageAsked {
  list: ListName;
  path: string;
}

/** How to ask for the first pages of those lists that were pulled before and not interrupted. */
export async function firstPages(mirror: Mirror, lists: readonly ListName[]): Promise<PageAsked[]> {
  const states = await listStates(mirror, lists);
  return states.flatMap(({ key: list, epoch, cursor: since, tail }) => {
    // A pull from the start has its number before its first page is asked for.
    if (epoch === null || tail || since === 0) return [];
    return { list, path: pathOfPage(list, { since }, epoch, PAGE) };
  });
}

/** Rows of a page. */
export const PAGE = 1_000;
/** Rows of the very first page: few, to be on screen at once. */
export const VERY_FIRST_PAGE = 200;

/** The call that pulls each list. */
export const PULLS = {
  applications: pullApplications,
  contacts: pullContacts,
  campaigns: pullCampaigns,
};

/** A range of versions to ask for. */
export interface Range {
  since: number;
  before?: number;
}

/** The path that asks for one page. `limit` is the number of its rows. */
export function pathOfPage(
  list: ListName,
  { since, before }: Range,
  epoch: string | null,
  limit: number,
): string {
  return pathOf(PULLS[list], undefined, { since, before, epoch: epoch ?? undefined, limit });
}
