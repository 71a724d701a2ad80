/** Where other apps share to, by a form that is posted, and the page of it. Alone here: the service worker needs no other path. */
export const SHARED_PATH = '/dashboard/shared';
