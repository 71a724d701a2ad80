/** What this browser stores outside IndexedDB, by place: `device` is shared by all tabs, `tab` ends with its tab. */
interface Keys {
  device: /** The chosen theme. */
    | 'theme'
    /** The language that a person chose by hand. */
    | 'i18nextLng'
    /** Rows of two lines, and the chosen columns of each list. */
    | 'rows'
    | 'columns'
    /** Typed text that is not saved, by user and name (drafts.ts). */
    | `draft:${number}:${string}`
    /** Visits of the back office, and "Not now" to the two offers. */
    | 'install-visits'
    | 'install-answer'
    | 'reminders-answer'
    /** The user for whom something is due (app/launch.ts). */
    | 'agency-due'
    /** The browser was asked to keep the copy, and has refused (app/readiness.ts). */
    | 'storage-refused'
    /** When a user set the silent applications aside (app/today/set-aside.ts). */
    | 'silent-aside'
    /** Which transfer windows a user set aside (app/today/told-windows.ts). */
    | 'windows-aside'
    /** How many copies of records wait for an admin (features/backups/use-copies.ts). */
    | 'copies-waiting'
    /** The last user, unfinished sign-outs, the lock and the notice of session/user-here.ts. */
    | 'agency-identity'
    | 'agency-departure'
    | 'agency-handed-over'
    | 'agency-farewell';
  // A tab, not the device: on a shared phone the next person must not find another person's name and message.
  tab:
    | 'i18nextLng'
    /** The language of the last address with `lang`. */
    | 'lang'
    /** The visitor's typed text and correction. */
    | 'inquiry-draft'
    | 'correction-draft'
    /** The query of the last campaign link. */
    | 'campaign-context'
    /** The address requested before the sign-in. */
    | 'wanted'
    /** The period of Figures. */
    | 'figures-period'
    /** A toast for the next document. */
    | 'carried-toast'
    /** This tab is counted as a visit. */
    | 'install-visit-counted';
}

/** Returns the stored text; null if there is none, undefined if storage is disabled. Never throws. */
export function readText<Place extends keyof Keys>(
  place: Place,
  key: Keys[Place],
): string | null | undefined {
  try {
    return (place === 'tab' ? sessionStorage : localStorage).getItem(key);
  } catch {
    return undefined;
  }
}

/** Stores a text, or removes it for null. Returns false if storage is disabled or full. Never throws. */
export function writeText<Place extends keyof Keys>(
  place: Place,
  key: Keys[Place],
  text: string | null,
): boolean {
  try {
    const storage = place === 'tab' ? sessionStorage : localStorage;
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the value stored as JSON; null if there is none or it is unreadable. Its shape is not checked. */
export function readValue<Value>(place: 'device', key: Keys['device']): Value | null;
export function readValue<Value>(place: 'tab', key: Keys['tab']): Value | null;
export function readValue<Value>(place: keyof Keys, key: Keys[keyof Keys]): Value | null {
  try {
    return JSON.parse(readText(place, key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value as JSON, or removes it for null. Returns false if storage is disabled or full. */
export function writeValue<Place extends keyof Keys>(
  place: Place,
  key: Keys[Place],
  value: unknown,
): boolean {
  return writeText(place, key, value === null ? null : JSON.stringify(value));
}

/** Keys of this device's drafts that begin with `start`. Empty if storage is disabled. */
export function draftKeys<Start extends `draft:${string}`>(start: Start): `${Start}${string}`[] {
  try {
    return Object.keys(localStorage).filter((key) =>
      key.startsWith(start),
    ) as `${Start}${string}`[];
  } catch {
    return [];
  }
}
