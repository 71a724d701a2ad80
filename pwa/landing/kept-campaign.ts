/** The session storage key of the last campaign link's query. */
const KEPT = 'campaign-context';

/**
 * Keeps the query of a campaign link until the tab closes.
 *
 * @param opened the local storage key of the campaign that this device has opened
 */
export function keepCampaign(search: string, opened?: string | 0): void {
  try {
    sessionStorage.setItem(KEPT, search);
    if (opened) localStorage.setItem(opened, '1');
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
