import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { instant } from '#contract/fields/fields.ts';

/** A device with an open session. */
export const Device = v.object({
  /** Names the session in calls; it opens nothing. */
  id: v.string(),
  /** Browser and system, such as "Chrome · Android"; null when they are not known. */
  device: v.nullable(v.string()),
  createdAt: instant,
  /** To the hour. */
  lastSeenAt: instant,
  /** When the device last sent or pulled changes; null if it never did. */
  syncedAt: v.nullable(instant),
  /** The number of changes that the device had not sent then; null if it has never told one. */
  unsent: v.nullable(v.number()),
  /** True for the session of this call. */
  current: v.boolean(),
});
export type Device = v.InferOutput<typeof Device>;

export const listSessions = endpoint('GET', '/api/auth/sessions', {
  access: 'signed-in',
  reply: v.array(Device),
});

const sessionParams = v.object({ id: v.pipe(v.string(), v.regex(/^[0-9a-f]{20}$/)) });

/**
 * Ends one session: of the user, or for an admin of anybody. The device wipes its copy at the next contact
 * and keeps its unsent changes for the user. Throws `session-not-found`, also for a session that is not
 * the caller's to end.
 */
export const endSession = endpoint('DELETE', '/api/sessions/:id', {
  access: 'signed-in',
  params: sessionParams,
  idempotent: true,
});

/** Ends one session, and has its device wipe everything at the next contact, unsent changes included. */
export const reportLost = endpoint('POST', '/api/sessions/:id/lost', {
  access: 'signed-in',
  params: sessionParams,
  idempotent: true,
});

/** Signs the user out everywhere but here. */
export const endOtherSessions = endpoint('DELETE', '/api/auth/sessions', {
  access: 'signed-in',
  idempotent: true,
});
