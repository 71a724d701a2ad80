import * as v from 'valibot';
import { CurrentUser } from '#contract/auth.ts';
import { DEPARTURE_KEY, IDENTITY_KEY, stored, userHere } from './user-here.ts';

const Departure = v.object({
  /** The user whose data this device still has to wipe. */
  wipe: v.nullable(v.object({ userId: v.number(), keepOutbox: v.boolean() })),
  /** The server's session still has to be ended. */
  revoke: v.boolean(),
});

/** The unfinished steps of a sign-out. */
export type Departure = v.InferOutput<typeof Departure>;

/** The last user of this device who has not signed out: enough to open the mirror offline. */
export function storedIdentity(): CurrentUser | null {
  return userHere(read(IDENTITY_KEY, CurrentUser));
}

/** Stores the user, or removes it for null. Other tabs get a `storage` event. */
export function keepIdentity(user: CurrentUser | null): void {
  write(IDENTITY_KEY, user);
}

/** Calls `listener` after a sign-in or sign-out in another tab. Returns a function that stops it. */
export function onIdentityChange(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === IDENTITY_KEY || key === null) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

/** The unfinished steps of a sign-out on this device. */
export function openDeparture(): Departure {
  return read(DEPARTURE_KEY, Departure) ?? { wipe: null, revoke: false };
}

/** Stores unfinished steps of a sign-out, or that a step is done. */
export function keepDeparture(change: Partial<Departure>): void {
  const departure = { ...openDeparture(), ...change };
  write(DEPARTURE_KEY, departure.wipe || departure.revoke ? departure : null);
}

function read<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const kept = v.safeParse(schema, stored(key));
  return kept.success ? kept.output : null;
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is disabled: the sign-in lasts as long as the page.
  }
}
