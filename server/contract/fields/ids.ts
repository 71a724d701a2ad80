let newest = 0;

/**
 * A new UUIDv7, which begins with the time it was made. Ids of one process sort in the order they were
 * made: within one millisecond, or after the clock was set back, the time advances by one. Written out
 * here because the public page loads it first, and a package is larger.
 */
export function newId(): string {
  newest = Math.max(Date.now(), newest + 1);
  const time = newest.toString(16).padStart(12, '0');
  const random = Array.from(crypto.getRandomValues(new Uint8Array(18)), hexDigit).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`;
}

/** A new UUIDv7 of the moment of another; of now if that one tells none. */
export function newIdAt(id: string): string {
  return timeOfId(id) === null ? newId() : id.slice(0, 14) + newId().slice(14);
}

function hexDigit(byte: number): string {
  return (byte % 16).toString(16);
}

/** A secret of 256 random bits in base64url. Written out for the same reason. */
export function newLinkToken(): string {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}

/** When a UUIDv7 was made, in milliseconds since 1970; null for an id of another version. */
export function timeOfId(id: string): number | null {
  return id.charAt(14) === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}
