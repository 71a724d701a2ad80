import { listSiteVersions, readSite } from '#contract/site.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';

/**
 * Reads the publication and its versions into the mirror. After a 403 it removes them from the mirror. Throws like
 * `call`.
 */
export async function refreshSite(mirror: Mirror): Promise<void> {
  const how = { sentFor: mirror.userId };
  try {
    const [{ current }, { versions }] = await Promise.all([
      call(readSite, how),
      call(listSiteVersions, how),
    ]);
    await mirror.meta.put({ key: 'site', current, versions, syncedAt: Date.now() });
  } catch (error) {
    if (error instanceof ApiError && error.problem?.code === 'forbidden') {
      await mirror.meta.delete('site');
    }
    throw error;
  }
}
