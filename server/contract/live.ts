import * as v from 'valibot';

/**
 * Server-sent events for whoever may enter the dashboard: one at once, and one after every change,
 * each only with the revision that the lists have now. What changed is pulled by the documented
 * calls. An event that tells the revision of the last one says that something else has changed: the
 * accounts. A comment every few seconds shows that the stream lives; the stream ends when the session
 * does. An event may be lost or come twice: the next one, or the first of a new stream, makes up.
 */
export const LIVE_PATH = '/api/live';

/** A stream without a comment or an event for so long is dead, in milliseconds. */
export const LIVE_SILENCE = 25_000;

/** The `data` of an event, as JSON. */
export const LiveEvent = v.object({
  /** As in a delta page: a mirror whose `since` is not below it has nothing to pull. */
  revision: v.number(),
  epoch: v.string(),
});
export type LiveEvent = v.InferOutput<typeof LiveEvent>;
