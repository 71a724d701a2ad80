/** The session storage key of the last campaign link's query. */
const KEPT = 'campaign-context';

/** Keeps the query of a campaign link until the tab closes. */
export function keepCampaign(search: string): void {
  try {
    sessionStorage.setItem(KEPT, search);
  } catch {
    // Storage is off or full: the campaign counts while its address is open.
  }
}

/** The query of this tab's last campaign link, or ''. */
export function keptCampaign(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}
