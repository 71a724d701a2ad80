import { endpoint } from './endpoint.ts';

/**
 * Asks the browser to drop what it caches of this site: its back-forward cache, too, where a frozen page
 * can hold the site's databases. Changes nothing on the server; cookies and databases stay.
 */
export const dropPageCache = endpoint('DELETE', '/api/page-cache', {
  access: 'public',
});
