import type { Export } from '#contract/exports.ts';
import { timeOfId } from '#contract/fields/ids.ts';
import type { ViewDraft } from '#contract/views.ts';

/** A view in the queue that version 9 had for views; `draft` is null if it was removed. */
interface UnsentView {
  id: string;
  draft: ViewDraft | null;
  key: string;
}

/** The entry of the outbox for a view of version 9, in the form that version 10 gave it. */
export function entryOfView({ id, draft, key }: UnsentView): object {
  if (draft) {
    const call = { method: 'PUT', path: '/api/views' };
    return queued(`view:${id}`, key, {
      type: 'view-saved',
      body: { id, ...draft },
      seen: null,
      ...call,
    });
  }
  const seen = {
    id,
    name: '',
    list: 'applications',
    filter: '',
    sort: '',
    where: {},
    columns: null,
  };
  const call = { method: 'DELETE', path: `/api/views/${id}` };
  return queued(`view:${id}`, key, { type: 'view-removed', body: null, seen, ...call });
}

/** The same for a note of version 9 that a list was saved as a file. */
export function entryOfNote({ key, ...body }: Export & { key: string }): object {
  const call = { method: 'POST', path: '/api/exports' };
  return queued(`export:${key}`, key, { type: 'export-noted', body, seen: { id: key }, ...call });
}

function queued(entity: string, key: string, change: object): object {
  const queuedAt = new Date(timeOfId(key) ?? Date.now()).toISOString();
  const fresh = { state: 'waiting', tries: 0, nextTryAt: 0, reason: null, saysSeen: true };
  return { ...change, entity, key, dependsOn: null, queuedAt, ...fresh };
}
