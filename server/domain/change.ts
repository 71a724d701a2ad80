import { timeOfId } from '#contract/ids.ts';

/** A change as it reached the server. */
export interface Change {
  /** The Idempotency-Key, or an id made here for a call without one. A UUID in lower case. */
  id: string;
  /** When it happened on the device, by the server's clock. */
  happenedAt: Date;
  /** When it reached the server. */
  arrivedAt: Date;
  /** Who is signed in; null for a visitor. */
  userId: number | null;
}

/** How long a key is remembered, and how far back a change may have happened (design: sync). */
export const KEY_LIFE = 60 * 24 * 60 * 60_000;

/**
 * When the change with this key was made, by the server's clock (Q-34, fault 16).
 *
 * A UUIDv7 tells it by the device's clock; `deviceTime`, the device's clock when it sent, tells how
 * wrong that clock is. Never in the future, and never more than 60 days before it arrived: what says
 * so, or a key that tells no time, counts as made when it arrived.
 *
 * @param deviceTime milliseconds since 1970; null when the device did not say: its clock is taken
 *   as right
 */
export function happenedAt(key: string, deviceTime: number | null, arrivedAt: Date): Date {
  const made = timeOfId(key);
  if (made === null) return arrivedAt;
  const arrived = arrivedAt.getTime();
  const corrected = made + (deviceTime === null ? 0 : arrived - deviceTime);
  return corrected > arrived || corrected < arrived - KEY_LIFE ? arrivedAt : new Date(corrected);
}
