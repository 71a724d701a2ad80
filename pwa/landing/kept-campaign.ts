/** Where the query of the campaign link that this tab followed is kept until the tab closes. */
const KEPT = 'campaign-context';

/** Keeps the query of a campaign link. Where the browser forbids storage, only the address tells it. */
export function keepCampaign(search: string): void {
  try {
    sessionStorage.setItem(KEPT, search);
  } catch {
    // Storage is off or full: the address still tells, as long as it is open.
  }
}

/** The query of the campaign link that this tab followed last, or ''. */
export function keptCampaign(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}
