/**
 * Returns the value, or the last one under this key while the value is loading. A reopened list has its
 * old height in the first frame, so its scroll position can be restored.
 */
export function useLastSeen<Value>(key: string, value: Value | undefined): Value | undefined {
  if (value !== undefined) seen.set(key, value);
  // Only one list writes under a key, so the value has that list's type.
  return value ?? (seen.get(key) as Value | undefined);
}

/** Until the page is reloaded; keys contain the user's id. */
const seen = new Map<string, unknown>();
