import * as v from 'valibot';
import { CurrentUser } from '#contract/auth.ts';
import { IDENTITY_KEY } from './identity-key.ts';

const DEPARTURE = 'agency-departure';

const Departure = v.object({
  /** Whose data this device still has to wipe; null for nobody's. */
  wipe: v.nullable(v.object({ userId: v.number(), keepOutbox: v.boolean() })),
  /** The server may still honour the session. */
  revoke: v.boolean(),
});

/** What a sign-out has still to do. */
export type Departure = v.InferOutput<typeof Departure>;

/** Who used this device last and has not signed out: enough to open the mirror offline. */
export function storedIdentity(): CurrentUser | null {
  return read(IDENTITY_KEY, CurrentUser);
}

/** Keeps the identity, or forgets it. Other tabs hear of it by their `storage` event. */
export function keepIdentity(user: CurrentUser | null): void {
  write(IDENTITY_KEY, user);
}

/** Calls `listener` when another tab has signed somebody in or out. Returns how to stop. */
export function onIdentityChange(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === IDENTITY_KEY || key === null) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

/** What a sign-out on this device has still to do. */
export function openDeparture(): Departure {
  return read(DEPARTURE, Departure) ?? { wipe: null, revoke: false };
}

/** Remembers what a sign-out has still to do, or that a part of it is done. */
export function keepDeparture(change: Partial<Departure>): void {
  const departure = { ...openDeparture(), ...change };
  write(DEPARTURE, departure.wipe || departure.revoke ? departure : null);
}

function read<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
): v.InferOutput<Schema> | null {
  try {
    const kept = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'));
    return kept.success ? kept.output : null;
  } catch {
    // Storage is switched off, or holds what we did not write: nothing is kept.
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is switched off: the sign-in lasts as long as the page.
  }
}
