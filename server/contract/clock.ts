import * as v from 'valibot';
import { instant } from '#contract/fields/fields.ts';
import { endpoint } from './endpoint.ts';

/** The server's clock, by which the daily job deletes records past their retention. */
export const ClockReport = v.object({
  /**
   * True while nothing is deleted: clock and last daily job are more than a week apart. The clock is wrong, the server
   * was off, or an old backup was restored.
   */
  held: v.boolean(),
  now: instant,
  /** The last daily job that trusted the clock; null before the first one. */
  ranAt: v.nullable(instant),
});
export type ClockReport = v.InferOutput<typeof ClockReport>;

/** What the server thinks of its clock, for admins. */
export const readClock = endpoint('GET', '/api/clock', {
  access: 'admin',
  reply: ClockReport,
});

/** An admin says that the server's clock is right: within an hour the daily job deletes again. */
export const confirmClock = endpoint('PUT', '/api/clock', {
  access: 'admin',
});
