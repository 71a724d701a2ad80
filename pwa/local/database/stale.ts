const DAY = 24 * 60 * 60_000;
/** Where the document names no setting, in days. */
const DEFAULT = 30;

/**
 * Whether a copy of the server's rows is too old to be kept, because the phone has not heard from the
 * server for the days of MIRROR_DAYS.
 *
 * @param syncedAt when the server last confirmed it, in milliseconds since 1970; 0 for a copy of nothing
 */
export function isStale(syncedAt: number, now = Date.now()): boolean {
  return syncedAt > 0 && now - syncedAt > keptFor() * DAY;
}

function keptFor(): number {
  if (typeof document === 'undefined') return DEFAULT;
  const meta = document.querySelector?.<HTMLMetaElement>('meta[name="agency-mirror-days"]');
  return Number(meta?.content) || DEFAULT;
}
