/** The type of a stream of server-sent events. */
export const EVENTS = 'text/event-stream; charset=utf-8';

/** Browser features that no page uses: all switched off. */
const PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The policy of every answer that is not a document. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** The policy of sw.js: it decides what the worker may fetch. */
export const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

const HSTS = {
  site: 'max-age=31536000',
  subdomains: 'max-age=31536000; includeSubDomains',
} as const;

/** The security headers of every answer, errors included. */
export function securityHeaders(
  https: boolean,
  hsts: 'site' | 'subdomains' = 'site',
): Record<string, string> {
  return {
    'Content-Security-Policy': CLOSED_POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(https && { 'Strict-Transport-Security': HSTS[hsts] }),
  };
}

/**
 * The Content-Security-Policy of documents.
 *
 * @param scriptHashes hashes of the build's inline scripts, as `sha256-…`
 */
export function documentPolicy(scriptHashes: readonly string[]): string {
  const inline = scriptHashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}
