/** The beginning of each address behind the sign-in. The inline script of the first paint is weighed: it does not load the table. */
const OFFICE = /^\/(?:today|dashboard|admin|figures|search|sync|more|account)(?![^/?#])/;

/** Whether an address of this site, with or without its query, is behind the sign-in. */
export function isOfficeAddress(address: string): boolean {
  return OFFICE.test(address);
}
