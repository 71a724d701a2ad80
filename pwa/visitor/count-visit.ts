import { DEVICE_TIME, DEVICE_ZONE, IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import { newId } from '#contract/fields/ids.ts';
import { isOurs } from './is-ours.ts';
import { deleteRow, getRow, putRow } from './store.ts';
import type { VisitorEntry } from './visitor-entry.ts';
import { withLock } from './with-lock.ts';

/** In milliseconds. */
const TIMEOUT = 15_000;

/**
 * Counts the visit of a page: stored in the visitor's outbox first, then sent once. This device keeps which
 * campaigns it has opened, so that people can be told from visits. Smaller than the outbox, because it is
 * inline in the landing page; the outbox sends the rest under the same key. Never throws.
 *
 * @returns the entry if it has to be sent again
 */
export async function countVisit(campaignId: number): Promise<VisitorEntry | undefined> {
  const name = `/api/campaigns/${campaignId}/track`;
  const path = (await getRow('settings', name)) ? `${name}?again` : name;
  const entry: VisitorEntry = { key: newId(), path, body: null };
  await putRow('outbox', entry);
  void putRow('settings', { name });
  const isDone = await withLock(entry.key, () => send(entry));
  return isDone ? undefined : entry;
}

/** A visit that can arrive no more does not make the next one of this device a return. */
export function forgetVisit(path: string): Promise<void> {
  return deleteRow('settings', path.replace('?again', ''));
}

async function send({ key, path }: VisitorEntry): Promise<boolean> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [IDEMPOTENCY_KEY]: key,
        [DEVICE_TIME]: String(Date.now()),
        [DEVICE_ZONE]: String(-new Date().getTimezoneOffset()),
      },
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const isUnknown = response.status === 404;
    if (!isOurs(response) || !(response.ok || isUnknown)) return false;
    if (isUnknown) {
      console.warn('The visit was not counted: 404');
      await forgetVisit(path);
    }
    await deleteRow('outbox', key);
    return true;
  } catch {
    return false;
  }
}
