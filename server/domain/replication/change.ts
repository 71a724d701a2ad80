import { timeOfId } from '#contract/fields/ids.ts';

/** A change as it reached the server. */
export interface Change {
  /** The Idempotency-Key, or an id made here for a call without one. A UUID in lower case. */
  id: string;
  /** When it happened on the device, by the server's clock. */
  happenedAt: Date;
  /** When it reached the server. */
  arrivedAt: Date;
  /** Another database had accepted it: a restored backup lacks it. */
  isAgain?: boolean;
  /** The signed-in user; null for a visitor. */
  userId: number | null;
}

/** The change of a visitor: the clock there does not count, nor who is signed in beside it. */
export function byVisitor(change: Change): Change {
  return { ...change, happenedAt: change.arrivedAt, userId: null };
}

/** How long before its arrival a change may have happened, in milliseconds. */
const KEY_LIFE = 60 * 24 * 60 * 60_000;

/** What a call tells about its time; each in milliseconds since 1970, null if unknown. */
export interface TimeOfCall {
  key: string;
  arrivedAt: Date;
  /** When it was made, by the server's clock as the device knew it then. */
  madeAt: number | null;
  /** The device's clock when it sent. */
  deviceTime: number | null;
}

/**
 * When a change was made, by the server's clock: its `madeAt`; without it the time of its key (a UUIDv7),
 * corrected by the error of the device's clock at sending. A moment that cannot be does not count: in the
 * future, or more than 60 days before the arrival. Without any moment it is the arrival.
 */
export function happenedAt({ key, arrivedAt, madeAt, deviceTime }: TimeOfCall): Date {
  const arrived = arrivedAt.getTime();
  const keyTime = timeOfId(key);
  const corrected = keyTime === null ? null : keyTime + arrived - (deviceTime ?? arrived);
  const moment = [madeAt, corrected].find(
    (at) => at !== null && at <= arrived && at >= arrived - KEY_LIFE,
  );
  return moment == null ? arrivedAt : new Date(moment);
}
