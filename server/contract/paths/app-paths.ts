/** Where a visitor's private link leads. */
const INQUIRY_PATH = '/inquiry';

/**
 * The addresses of the screens beside `/`; `:id` stands for one segment. The server answers any other
 * address with the same document and status 404.
 */
const APP_PATHS = [
  '/auth',
  '/auth/new-password',
  '/auth/address',
  '/auth/passkey',
  INQUIRY_PATH,
  '/today',
  '/dashboard',
  '/dashboard/applications/new',
  '/dashboard/applications/:id',
  '/dashboard/applications/:id/edit',
  '/dashboard/contacts/new',
  '/dashboard/contacts/:id',
  '/dashboard/board',
  '/dashboard/removed',
  '/dashboard/import',
  '/admin/campaigns',
  '/admin/translations',
  '/admin/users',
  '/admin/audit',
  '/admin/site',
  '/account',
  '/figures',
  '/search',
  '/sync',
  '/more',
  '/flight',
] as const;

/** True for the address of a screen, with or without a slash at its end. */
export function isAppPath(path: string): boolean {
  return PATTERN.test(path);
}

/** The address of a one-time link. The token is behind `#`: no log and no referrer has it. */
export function passwordLinkUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/auth/new-password#${token}`;
}

/** The address of a link that confirms an e-mail address; likewise. */
export function addressLinkUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/auth/address#${token}`;
}

/** The private link of a visitor; likewise. */
export function inquiryLinkUrl(siteUrl: string, language: string, token: string): string {
  return `${siteUrl}${INQUIRY_PATH}?lang=${language}#${token}`;
}

const PATTERN = new RegExp(
  `^(${APP_PATHS.map((path) => path.replaceAll(':id', '[^/]+')).join('|')})/?$`,
);
