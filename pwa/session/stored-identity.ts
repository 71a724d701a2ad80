import * as v from 'valibot';
import { CurrentUser } from '#contract/auth.ts';
import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import { DEPARTURE_KEY, FAREWELL_KEY, IDENTITY_KEY, userHere } from './user-here.ts';

const Wipe = v.object({
  userId: v.number(),
  keepOutbox: v.boolean(),
  /** Also what visitors wrote at a stand and this device could not send. */
  withInquiries: v.optional(v.literal(true)),
});

const Departure = v.object({
  /** The users whose data this device still has to wipe. Older versions stored one, or null. */
  wipe: v.pipe(
    v.union([v.array(Wipe), v.nullable(Wipe)]),
    v.transform((left) => (left === null ? [] : [left].flat())),
  ),
  /** The server's session still has to be ended. */
  revoke: v.boolean(),
});

/** A user's data that has to be wiped: everything, or all but the unsent changes. */
export type Wipe = v.InferOutput<typeof Wipe>;
/** The unfinished steps of the sign-outs on this device. */
type Departure = v.InferOutput<typeof Departure>;

const Farewell = v.object({
  reason: v.picklist(['expired', 'signed-out', 'lost', 'closed']),
  /** How many changes were not sent; null if the storage did not say. */
  unsent: v.nullable(v.number()),
});

/** Why a session has ended, and how its unsent changes ended. Holds no name. */
export type Farewell = v.InferOutput<typeof Farewell>;

/** The notice for the next person at the login page; null for none. A sign-in removes it. */
export function storedFarewell(): Farewell | null {
  return read(FAREWELL_KEY, Farewell);
}

export function keepFarewell(farewell: Farewell | null): void {
  writeValue('device', FAREWELL_KEY, farewell);
}

/** The last user of this device who has not signed out: enough to open the mirror offline. */
export function storedIdentity(): CurrentUser | null {
  return userHere(read(IDENTITY_KEY, CurrentUser));
}

/**
 * Stores the user, or removes it for null, and with it the number on the app's icon and the reminders. Other tabs get a
 * `storage` event.
 */
export function keepIdentity(user: CurrentUser | null): void {
  writeValue('device', IDENTITY_KEY, user);
  // The identity's room may be enough for the steps.
  if (unstored) keepDeparture({});
  // Absent in browsers whose apps have no such number.
  if (user === null) {
    navigator.clearAppBadge?.().catch(() => undefined);
    endPush().catch(() => undefined);
  }
}

/** The server forgets where this device gets its reminders with the session; the browser here. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** Calls `listener` after a sign-in or sign-out in another tab. Returns a function that stops it. */
export function onIdentityChange(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === IDENTITY_KEY || key === null) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

/** The unfinished steps of the sign-outs on this device. */
export function openDeparture(): Departure {
  if (!unstored) return read(DEPARTURE_KEY, Departure) ?? { wipe: [], revoke: false };
  // A sign-in in another tab ends a wipe, and can tell it by the stored identity only.
  const here = storedIdentity()?.id;
  return { ...unstored, wipe: unstored.wipe.filter(({ userId }) => userId !== here) };
}

/** The steps while the storage is too full to keep them: this page finishes them. */
let unstored: Departure | null = null;

/** Stores that the server's session has to be ended, or that it has. */
export function keepRevocation(revoke: boolean): void {
  keepDeparture({ revoke });
}

/** Stores that the data of one more user has to be wiped. */
export function keepWipe(left: Wipe): void {
  forgetWipe(left.userId);
  keepDeparture({ wipe: [...openDeparture().wipe, left] });
}

/** Stores that nothing of this user is left to wipe. */
export function forgetWipe(userId: number): void {
  keepDeparture({ wipe: openDeparture().wipe.filter((left) => left.userId !== userId) });
}

function keepDeparture(change: Partial<Departure>): void {
  const departure = { ...openDeparture(), ...change };
  const isOpen = departure.wipe.length > 0 || departure.revoke;
  unstored = writeValue('device', DEPARTURE_KEY, isOpen ? departure : null) ? null : departure;
}

function read<Schema extends v.GenericSchema>(
  key: typeof IDENTITY_KEY | typeof DEPARTURE_KEY | typeof FAREWELL_KEY,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const stored = v.safeParse(schema, readValue('device', key));
  return stored.success ? stored.output : null;
}
