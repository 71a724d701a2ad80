import { SHARED_PATH } from './shared-path.ts';

/**
 * The address of each screen, by the screen's name; `$id` stands for one segment. Both lists stand at one address. The server answers any
 * other address with the same document and status 404.
 */
export const APP_PATHS = {
  home: '/',
  auth: '/auth',
  newPassword: '/auth/new-password',
  confirmAddress: '/auth/address',
  setUpPasskey: '/auth/passkey',
  inquiry: '/inquiry',
  today: '/today',
  dashboard: '/dashboard',
  contacts: '/dashboard',
  newApplication: '/dashboard/applications/new',
  application: '/dashboard/applications/$id',
  editApplication: '/dashboard/applications/$id/edit',
  newMessage: '/dashboard/contacts/new',
  contact: '/dashboard/contacts/$id',
  board: '/dashboard/board',
  removed: '/dashboard/removed',
  import: '/dashboard/import',
  shared: SHARED_PATH,
  campaigns: '/admin/campaigns',
  translations: '/admin/translations',
  users: '/admin/users',
  audit: '/admin/audit',
  site: '/admin/site',
  account: '/account',
  figures: '/figures',
  search: '/search',
  sync: '/sync',
  more: '/more',
} as const;

/** The address of the page of one application. */
export function applicationAddress(id: string | number): string {
  return APP_PATHS.application.replace('$id', String(id));
}

/** The address of the page of one inquiry. */
export function contactAddress(id: string | number): string {
  return APP_PATHS.contact.replace('$id', String(id));
}

/** True for the address of a screen, with or without a slash at its end. */
export function isAppPath(path: string): boolean {
  return PATTERN.test(path);
}

/** The address of a one-time link. The token is behind `#`: no log and no referrer has it. */
export function passwordLinkUrl(siteUrl: string, token: string): string {
  return `${siteUrl}${APP_PATHS.newPassword}#${token}`;
}

/** The address of a link that confirms an e-mail address; likewise. */
export function addressLinkUrl(siteUrl: string, token: string): string {
  return `${siteUrl}${APP_PATHS.confirmAddress}#${token}`;
}

const PATTERN = /* @__PURE__ */ new RegExp(
  `^(${Object.values(APP_PATHS)
    .filter((path) => path !== APP_PATHS.home)
    .map((path) => path.replace('$id', '[^/]+'))
    .join('|')})/?$`,
);
