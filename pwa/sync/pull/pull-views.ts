import { listViews, MOST_VIEWS } from '#contract/views.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { retry } from '#pwa/local/outbox/outbox-actions.ts';
import { refusedAsTooMany, viewsState } from '#pwa/local/rows/saved-views.ts';

/** For so long the views are not read again, in ms. */
const FRESH = 60_000;

/**
 * Reads the saved views of the account, unless they are fresh, and retries refused ones for which there is room now.
 * Throws what `call` throws.
 */
export async function pullViews(mirror: Mirror, signal: AbortSignal): Promise<void> {
  const { syncedAt, changes } = await viewsState(mirror);
  const age = Date.now() - syncedAt;
  if (age >= 0 && age < FRESH) return;
  const { views } = await call(listViews, { sentFor: mirror.userId, signal });
  await mirror.transaction('rw', mirror.meta, async () => {
    const now = await viewsState(mirror);
    // A change was accepted meanwhile, and this answer may be older.
    if (now.changes !== changes) return;
    await mirror.meta.put({ ...now, views, syncedAt: Date.now() });
  });
  for (const key of (await refusedAsTooMany(mirror)).slice(0, MOST_VIEWS - views.length)) {
    await retry(mirror, key);
  }
}
