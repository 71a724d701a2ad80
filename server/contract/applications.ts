import * as v from 'valibot';
import {
  APPLICATION_COLUMNS,
  APPLICATION_FIELDS,
  type ApplicationFieldName,
  HISTORY_COLUMNS,
} from '#contract/fields/application-fields.ts';
import { optionalDayOrTime } from '#contract/fields/day-fields.ts';
import { draftEntries, namesOf, nullableText, rowEntries } from '#contract/fields/field-table.ts';
import { optionalLongText, optionalWord, uuid } from '#contract/fields/fields.ts';
import { REASONS, type Reason, STATUSES } from '#contract/fields/vocabulary.ts';
import { DeltaQuery, deltaPage } from './delta.ts';
import { endpoint } from './endpoint.ts';

/** One player's application, as every read gives it. */
export const Application = v.object(rowEntries(APPLICATION_COLUMNS));
export type Application = v.InferOutput<typeof Application>;

/** One change of status, or a note, a reason or an edit, in which both statuses are the same. */
export const HistoryEntry = v.object(historyEntries());
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

/* @__NO_SIDE_EFFECTS__ */
function historyEntries() {
  const { version, ...entries } = rowEntries(HISTORY_COLUMNS);
  /** The username of who made it. */
  const by = nullableText;
  return { ...entries, by, version };
}

/** What the new and edit screens hold. The status changes only by changeStatus. */
export const ApplicationDraft = v.object(draftEntries(APPLICATION_FIELDS));
/** A phone may be older than its server, and an edit repeats a choice that the phone does not know. */
export type ApplicationDraft = Pick<Application, ApplicationFieldName>;

/**
 * A change of status, a note, the reason of a rejection, or several of them. A note or a reason alone repeats the status
 * that the person saw.
 */
export const StatusChange = v.object({
  status: v.picklist(STATUSES),
  notes: optionalLongText,
  reason: optionalWord(REASONS, 'Please choose one of the reasons on offer.'),
});
/** A phone may be older than its server, and a note repeats a status that the phone does not know. */
export type StatusChange = Pick<v.InferOutput<typeof StatusChange>, 'notes'> &
  Pick<Application, 'status'> & { reason?: Reason | null };

/** The day on which to come back to a player; null for none. */
export const FollowUp = v.object({ followUpOn: optionalDayOrTime });
export type FollowUp = v.InferOutput<typeof FollowUp>;

const params = v.object({ id: uuid });

export const listApplications = endpoint('GET', '/api/applications', {
  access: 'dashboard',
  reply: v.array(Application),
});

/** The same path with `since`: what changed, with the history entries of that time. */
export const pullApplications = endpoint('GET', '/api/applications', {
  access: 'dashboard',
  query: DeltaQuery,
  reply: deltaPage({ rows: v.array(Application), history: v.array(HistoryEntry) }),
});

export const getApplication = endpoint('GET', '/api/applications/:id', {
  access: 'dashboard',
  params,
  reply: Application,
});

/** Newest first. */
export const getHistory = endpoint('GET', '/api/applications/:id/history', {
  access: 'dashboard',
  params,
  reply: v.array(HistoryEntry),
});

/** The id may be made on the device; the same id again is an `application-exists`. */
export const createApplication = endpoint('POST', '/api/applications', {
  access: 'dashboard',
  body: v.object({ id: v.optional(uuid), ...ApplicationDraft.entries }),
  idempotent: true,
  refusals: ['application-exists'],
  status: 201,
  reply: Application,
});

/**
 * Replaces the fields of the draft; the status stays. With `seen`, the fields as the person saw them,
 * only what the person has changed is replaced. A field that another person has changed meanwhile, to
 * another value, stays as it is and is named in `conflicts`: the person decides, and a second edit
 * that has seen the answer puts it through. What was replaced stands in the history.
 */
export const editApplication = endpoint('PUT', '/api/applications/:id', {
  access: 'dashboard',
  params,
  body: v.object({
    ...ApplicationDraft.entries,
    seen: v.optional(v.partial(v.object(rowEntries(APPLICATION_FIELDS)))),
  }),
  idempotent: true,
  reply: v.object({
    ...Application.entries,
    /** The entry that was recorded; none if all was so before. */
    change: v.optional(HistoryEntry),
    /** Only of an edit with `seen`. */
    conflicts: v.optional(v.array(v.picklist(namesOf(APPLICATION_FIELDS)))),
  }),
});

/**
 * Answers with the application and the entry that was recorded; its `previousStatus` is the truth. With
 * `seen`, the status as the person saw it, a note that repeats that status leaves the current one as it
 * is. A status that another person has changed meanwhile, to another one, is replaced and named in
 * `conflicts`: both changes stand in the history, and the person decides which status stays. A `reason` goes with
 * `rejected` only. A note or a reason about an anonymised person is refused with `person-not-found`.
 */
export const changeStatus = endpoint('PATCH', '/api/applications/:id/status', {
  access: 'dashboard',
  params,
  body: v.pipe(
    v.object({
      ...StatusChange.entries,
      seen: v.optional(v.object({ status: APPLICATION_COLUMNS.status.row })),
    }),
    v.forward(
      v.check(
        ({ status, reason }) => reason === null || status === 'rejected',
        'A reason is given for Rejected only.',
      ),
      ['reason'],
    ),
  ),
  refusals: ['person-not-found'],
  idempotent: true,
  reply: v.object({
    ...Application.entries,
    change: HistoryEntry,
    /** Only of a change with `seen`. */
    conflicts: v.optional(v.array(v.literal('status'))),
  }),
});

/**
 * A reminder is no change of the player's: `updatedAt` and the history stay as they are. With `seen` it
 * is merged as by editApplication. A day for an anonymised person is refused with `person-not-found`.
 */
export const setFollowUp = endpoint('PUT', '/api/applications/:id/follow-up', {
  access: 'dashboard',
  params,
  body: v.object({
    ...FollowUp.entries,
    seen: v.optional(v.object({ followUpOn: APPLICATION_COLUMNS.followUpOn.row })),
  }),
  refusals: ['person-not-found'],
  idempotent: true,
  reply: v.object({
    ...Application.entries,
    /** Only of a change with `seen`. */
    conflicts: v.optional(v.array(v.literal('followUpOn'))),
  }),
});
