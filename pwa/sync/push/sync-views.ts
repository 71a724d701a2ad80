import type { ProblemCode } from '#contract/problems.ts';
import { keepView, listViews, removeView } from '#contract/views.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { UnsentView } from '#pwa/local/database/rows.ts';
import { HOLD, withLeaderLock } from '#pwa/sync/leader-lock.ts';

/** For so long the views are not read again, in ms. */
const FRESH = 60_000;

/**
 * Sends the views that were changed on this device, and reads those of the account unless they are fresh. Of two
 * devices that change one view the later to arrive counts. Throws what `call` throws.
 */
export async function syncViews(mirror: Mirror, outer: AbortSignal): Promise<void> {
  if (!(await isDue(mirror))) return;
  await withLeaderLock(`agency-views-${mirror.userId}`, outer, HOLD, async (signal) => {
    // Another tab may have done it while this one waited for the lock.
    if (!(await isDue(mirror))) return;
    const unsent = await mirror.unsentViews.filter(({ refused }) => !refused).toArray();
    for (const change of unsent) await send(mirror, change, signal);
    const { views } = await call(listViews, { sentFor: mirror.userId, signal });
    await mirror.transaction('rw', mirror.meta, mirror.unsentViews, async () => {
      await mirror.meta.put({ key: 'views', views, syncedAt: Date.now() });
      // What was changed again meanwhile has another key, and stays.
      for (const { id, key } of unsent) {
        const now = await mirror.unsentViews.get(id);
        if (now?.key === key && !now.refused) await mirror.unsentViews.delete(id);
      }
    });
  });
}

async function isDue(mirror: Mirror): Promise<boolean> {
  const state = await mirror.meta.get('views');
  const age = state && 'views' in state ? Date.now() - state.syncedAt : Number.POSITIVE_INFINITY;
  if (age < 0 || age >= FRESH) return true;
  return hasUnsentViews(mirror);
}

/** Whether the server does not have a view that was changed here. */
export async function hasUnsentViews({ unsentViews }: Mirror): Promise<boolean> {
  return (await unsentViews.filter(({ refused }) => !refused).count()) > 0;
}

const REFUSALS = ['too-many-views', 'invalid-input'] as const;

/** What the server refuses for good is marked and shown; it must not hold up the others. */
async function send(mirror: Mirror, { id, draft, key }: UnsentView, signal: AbortSignal) {
  const how = { sentFor: mirror.userId, signal };
  try {
    if (draft) await call(keepView, { ...how, body: { id, ...draft } });
    else await call(removeView, { ...how, params: { id } });
  } catch (error) {
    if (isProblem(error, 'view-not-found')) return;
    const code = REFUSALS.find((each) => isProblem(error, each));
    if (!code) throw error;
    await mirror.transaction('rw', mirror.unsentViews, async () => {
      const now = await mirror.unsentViews.get(id);
      if (now?.key === key) await mirror.unsentViews.put({ ...now, refused: code });
    });
  }
}

function isProblem(error: unknown, code: ProblemCode): boolean {
  return error instanceof ApiError && error.problem?.code === code;
}
