/** The part of the back office that an address lies in; the navigation marks it. */
export type Section =
  | 'applications'
  | 'contacts'
  | 'campaigns'
  | 'translations'
  | 'users'
  | 'search'
  | 'sync'
  | 'more'
  | 'account'
  | null;

/** Finds the section of an address; both lists live under /dashboard and differ by the tab. */
export function sectionOf(pathname: string, tab: unknown): Section {
  if (pathname.startsWith('/dashboard/contacts/')) return 'contacts';
  if (pathname === '/dashboard' && tab === 'contacts') return 'contacts';
  if (/^\/dashboard(\/applications\/|$)/.test(pathname)) return 'applications';
  if (pathname === '/admin/campaigns') return 'campaigns';
  if (pathname === '/admin/translations') return 'translations';
  if (pathname === '/admin/users') return 'users';
  if (pathname === '/account') return 'account';
  if (pathname === '/search') return 'search';
  if (pathname === '/sync') return 'sync';
  return pathname === '/more' ? 'more' : null;
}
