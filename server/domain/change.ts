import { timeOfId } from '#contract/ids.ts';

/** A change as it reached the server. */
export interface Change {
  /** The Idempotency-Key, or an id made here for a call without one. A UUID in lower case. */
  id: string;
  /** When it happened on the device, by the server's clock. */
  happenedAt: Date;
  /** When it reached the server. */
  arrivedAt: Date;
  /** The signed-in user; null for a visitor. */
  userId: number | null;
}

/** How long a key is stored, and how long before its arrival a change may have happened, in ms. */
export const KEY_LIFE = 60 * 24 * 60 * 60_000;

/**
 * When the change with this key was made, by the server's clock.
 *
 * A UUIDv7 holds the time by the device's clock; `deviceTime`, the device's clock when it sent, gives the
 * error of that clock. A time in the future, or more than 60 days before the arrival, counts as the
 * arrival; so does a key without a time.
 *
 * @param deviceTime milliseconds since 1970; null if unknown: then the device's clock is trusted
 */
export function happenedAt(key: string, deviceTime: number | null, arrivedAt: Date): Date {
  const made = timeOfId(key);
  if (made === null) return arrivedAt;
  const arrived = arrivedAt.getTime();
  const corrected = made + (deviceTime === null ? 0 : arrived - deviceTime);
  return corrected > arrived || corrected < arrived - KEY_LIFE ? arrivedAt : new Date(corrected);
}
