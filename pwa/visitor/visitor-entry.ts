import type { ReceivedProblem } from '#contract/problems.ts';

/** A call that a visitor's phone owes the server: an inquiry, a correction of one, or one scan of a campaign code. */
export interface VisitorEntry {
  /** UUIDv7: the Idempotency-Key under which the server applies it once, and when it was made. */
  key: string;
  path: string;
  /** POST by default. */
  method?: 'POST' | 'PUT';
  /** The JSON body, or null for a call without one. */
  body: unknown;
  /** When it was made, in ms since 1970 by the server's clock; absent if this device did not know that clock. */
  madeAt?: number;
  /**
   * The key of a call that goes first. If an answer to that one was lost, the server knows its key by then, so that it
   * changes nothing when it arrives once more, however late.
   */
  after?: string;
  /**
   * The later texts of an inquiry as corrections, oldest first; `body` is the last one. They are sent if
   * the server turns out to have an earlier text under this key.
   */
  later?: readonly VisitorEntry[];
  /** It was written on a device of the agent: that keeps no receipt, because the next visitor uses it. */
  isShared?: true;
  /** Why the server refused it. A person's own text stays here until that person decides. */
  problem?: ReceivedProblem;
}

/** The outcome of one attempt. `waiting` is retried; `answered` if anything but a timeout came back. */
export type SendResult =
  | { kind: 'sent' }
  | { kind: 'waiting'; answered: boolean }
  | { kind: 'refused'; problem: ReceivedProblem };
