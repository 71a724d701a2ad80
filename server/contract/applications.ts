import * as v from 'valibot';
import { DeltaQuery, deltaPage, version } from './delta.ts';
import { endpoint } from './endpoint.ts';
import {
  emailField,
  instant,
  optionalDay,
  optionalLongText,
  optionalNotes,
  optionalText,
  requiredText,
  rowId,
  uuid,
} from './fields.ts';
import { STATUSES } from './vocabulary.ts';

const nullableText = v.nullable(v.string());

/** One player's application, as every read gives it (E-01). */
export const Application = v.object({
  id: uuid,
  playerName: v.string(),
  email: v.string(),
  phone: nullableText,
  nationality: nullableText,
  /** `YYYY-MM-DD` */
  dateOfBirth: nullableText,
  currentClub: nullableText,
  position: nullableText,
  agentNotes: nullableText,
  status: v.picklist(STATUSES),
  /** `YYYY-MM-DD`: when somebody wants to come back to this player. */
  followUpOn: nullableText,
  /** The inquiry that it was converted from. */
  contactId: v.nullable(rowId),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type Application = v.InferOutput<typeof Application>;

/** One change of status, or a note, in which both statuses are the same (E-02, Q-12). */
export const HistoryEntry = v.object({
  /** The key of the change that made it. */
  id: uuid,
  applicationId: uuid,
  previousStatus: v.picklist(STATUSES),
  newStatus: v.picklist(STATUSES),
  notes: nullableText,
  /** When it happened on the device, never later than it arrived. */
  createdAt: instant,
  /** When the server recorded it. Entries are ordered by `version`, not by any clock. */
  arrivedAt: instant,
  /** The username of who made it. */
  by: nullableText,
  version,
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

/** What the new and edit screens hold. The status changes only by changeStatus. */
export const ApplicationDraft = v.object({
  playerName: v.pipe(requiredText, v.minLength(2, 'Name must be at least 2 characters.')),
  email: emailField('Please enter a valid email address.'),
  phone: optionalText,
  nationality: optionalText,
  dateOfBirth: optionalDay,
  currentClub: optionalLongText,
  position: optionalLongText,
  agentNotes: optionalNotes,
});
export type ApplicationDraft = v.InferOutput<typeof ApplicationDraft>;

/** The fields that an edit may change, and in which two edits may conflict. */
export const APPLICATION_FIELDS = [
  'playerName',
  'email',
  'phone',
  'nationality',
  'dateOfBirth',
  'currentClub',
  'position',
  'agentNotes',
] as const satisfies readonly (keyof ApplicationDraft)[];

/** A change of status, a note, or both. A note alone repeats the current status. */
export const StatusChange = v.object({ status: v.picklist(STATUSES), notes: optionalLongText });
export type StatusChange = v.InferOutput<typeof StatusChange>;

/** The day on which to come back to a player; null for none. */
export const FollowUp = v.object({ followUpOn: optionalDay });
export type FollowUp = v.InferOutput<typeof FollowUp>;

const params = v.object({ id: uuid });

export const listApplications = endpoint({
  method: 'GET',
  path: '/api/applications',
  access: 'dashboard',
  reply: v.array(Application),
});

/** The same path with `since`: what changed, with the history entries of that time. */
export const pullApplications = endpoint({
  method: 'GET',
  path: '/api/applications',
  access: 'dashboard',
  query: DeltaQuery,
  reply: deltaPage({ rows: v.array(Application), history: v.array(HistoryEntry) }),
});

export const getApplication = endpoint({
  method: 'GET',
  path: '/api/applications/:id',
  access: 'dashboard',
  params,
  reply: Application,
});

/** Newest first. */
export const getHistory = endpoint({
  method: 'GET',
  path: '/api/applications/:id/history',
  access: 'dashboard',
  params,
  reply: v.array(HistoryEntry),
});

/** The id may be made on the device (E-06); the same id again is an `application-exists`. */
export const createApplication = endpoint({
  method: 'POST',
  path: '/api/applications',
  access: 'dashboard',
  body: v.object({ id: v.optional(uuid), ...ApplicationDraft.entries }),
  idempotent: true,
  status: 201,
  reply: Application,
});

/**
 * Replaces the fields of the draft; the status stays. With `seen`, the fields as the person saw them,
 * only what the person has changed is replaced. A field that somebody else has changed meanwhile, to
 * another value, stays as it is and is named in `conflicts`: the person decides, and a second edit
 * that has seen the answer puts it through.
 */
export const editApplication = endpoint({
  method: 'PUT',
  path: '/api/applications/:id',
  access: 'dashboard',
  params,
  body: v.object({
    ...ApplicationDraft.entries,
    seen: v.optional(v.pick(Application, APPLICATION_FIELDS)),
  }),
  idempotent: true,
  reply: v.object({
    ...Application.entries,
    /** Only of an edit with `seen`. */
    conflicts: v.optional(v.array(v.picklist(APPLICATION_FIELDS))),
  }),
});

/** Answers with the application and the entry that was recorded; its `previousStatus` is the truth. */
export const changeStatus = endpoint({
  method: 'PATCH',
  path: '/api/applications/:id/status',
  access: 'dashboard',
  params,
  body: StatusChange,
  idempotent: true,
  reply: v.object({ ...Application.entries, change: HistoryEntry }),
});

/** A reminder is no change of the player's: `updatedAt` and the history stay as they are. */
export const setFollowUp = endpoint({
  method: 'PUT',
  path: '/api/applications/:id/follow-up',
  access: 'dashboard',
  params,
  body: FollowUp,
  idempotent: true,
  reply: Application,
});
