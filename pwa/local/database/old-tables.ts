import type { Export } from '#contract/exports.ts';
import { timeOfId } from '#contract/fields/ids.ts';
import type { ViewDraft } from '#contract/views.ts';
import { idOfQuestion, laneOf } from '#pwa/local/outbox/lane.ts';
import type { Ended, NewEnded } from './outbox-entry.ts';
import { namelessView, type Question } from './rows.ts';

/** A view in the queue that version 9 had for views; `draft` is null if it was removed. */
interface UnsentView {
  id: string;
  draft: ViewDraft | null;
  key: string;
}

/** The entry of the outbox for a view of version 9, in the form that version 10 gave it. */
export function entryOfView({ id, draft, key }: UnsentView): object {
  const saved = { type: 'view-saved', method: 'PUT', path: '/api/views', body: { id, ...draft } };
  const removed = { type: 'view-removed', method: 'DELETE', path: `/api/views/${id}`, body: null };
  return {
    ...queued(`view:${id}`, key, draft ? null : namelessView(id)),
    ...(draft ? saved : removed),
  };
}

/** The same for a note of version 9 that a list was saved as a file. */
export function entryOfNote({ key, ...body }: Export & { key: string }): object {
  const call = { type: 'export-noted', method: 'POST', path: '/api/exports', body };
  return { ...queued(`export:${key}`, key, { id: key }), ...call };
}

function queued(entity: string, key: string, seen: object | null) {
  const queuedAt = new Date(timeOfId(key) ?? Date.now()).toISOString();
  const fresh = { state: 'waiting', tries: 0, nextTryAt: 0, reason: null, saysSeen: true };
  return { entity, key, seen, dependsOn: null, queuedAt, ...fresh };
}

/** Changes that the server accepted together, as version 10 kept them. */
type Acknowledged = Pick<Ended, 'at' | 'size' | 'entries'>;

/** The same, in the form that version 11 gave them. */
export function endedOf({ at, size, entries }: Acknowledged): NewEnded {
  return { at, how: 'accepted', keys: entries.map(({ key }) => key), size, entries };
}

/** The question of version 10 about the status of an application. */
interface StatusQuestion extends Pick<Question, 'key' | 'seen' | 'mine' | 'theirs'> {
  applicationId: string;
}

/** The questions of version 10 about the fields of a record; a field names its kind where it is another one. */
interface EditQuestions extends Pick<Question, 'type' | 'entity' | 'key'> {
  fields: (Pick<Question, 'field' | 'mine' | 'theirs'> & { type?: string })[];
}

/** The questions of version 10, in the form that version 11 gave them. */
export function questionsOf(old: {
  statuses: readonly StatusQuestion[];
  edits: readonly EditQuestions[];
}): Question[] {
  const statuses = old.statuses.map(({ applicationId, key, seen, mine, theirs }) => {
    const entity = laneOf('applications', applicationId);
    return { entity, field: 'status', type: 'status-changed', key, seen, mine, theirs };
  });
  const edits = old.edits.flatMap(({ fields, ...asked }) =>
    fields.map((field) => ({ ...asked, seen: null, ...field })),
  );
  return [...statuses, ...edits].map((one) => ({
    id: idOfQuestion(one.entity, one.field),
    ...one,
  }));
}
