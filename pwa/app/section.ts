/** A part of the back office; the navigation marks the open one. */
export type Section =
  | 'today'
  | 'applications'
  | 'contacts'
  | 'campaigns'
  | 'translations'
  | 'users'
  | 'figures'
  | 'search'
  | 'sync'
  | 'more'
  | 'account'
  | null;

/** The section of an address. Both lists are at /dashboard and differ by the tab. */
export function sectionOf(pathname: string, tab: unknown): Section {
  if (pathname === '/today') return 'today';
  if (pathname.startsWith('/dashboard/contacts/')) return 'contacts';
  if (pathname === '/dashboard' && tab === 'contacts') return 'contacts';
  if (/^\/dashboard(\/applications\/|\/board$|$)/.test(pathname)) return 'applications';
  if (pathname === '/admin/campaigns') return 'campaigns';
  if (pathname === '/admin/translations') return 'translations';
  if (pathname === '/admin/users') return 'users';
  if (pathname === '/account') return 'account';
  if (pathname === '/figures') return 'figures';
  if (pathname === '/search') return 'search';
  if (pathname === '/sync') return 'sync';
  // The log has no place in the navigation: it is reached from More.
  return pathname === '/more' ||
    pathname === '/flight' ||
    pathname === '/admin/audit' ||
    pathname === '/admin/site'
    ? 'more'
    : null;
}
