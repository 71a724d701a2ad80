/** Why this page cannot use passkeys; null if it can. Browsers offer them on https and on localhost only. */
export function passkeyObstacle(): 'insecure' | 'unsupported' | null {
  if (typeof PublicKeyCredential === 'function') return null;
  return window.isSecureContext ? 'unsupported' : 'insecure';
}
