import * as v from 'valibot';

/**
 * Server-sent events for users who may enter the dashboard: one at once, and one after every change. An
 * event has only the revision of the lists; the changes are pulled by the documented calls. An event with
 * the same revision as the one before means that the accounts have changed. A comment every few seconds
 * shows that the stream is alive. The stream ends with its session. An event may be lost or repeated: the
 * next one, or the first of a new stream, makes up for it.
 */
export const LIVE_PATH = '/api/live';

/** A stream without a comment or an event for this time, in milliseconds, is dead. */
export const LIVE_SILENCE = 25_000;

/** The `data` of an event, as JSON. */
export const LiveEvent = v.object({
  /** As in a page of changes: a mirror at this revision has nothing to pull. */
  revision: v.number(),
  epoch: v.string(),
});
export type LiveEvent = v.InferOutput<typeof LiveEvent>;
