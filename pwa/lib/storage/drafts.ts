import { draftKeys, readText, readValue, writeText, writeValue } from './web-storage.ts';

/**
 * Unsaved typed text of a user under a name (`status-note:<id>`, `new-application`). Local storage is
 * synchronous: a form has its draft in the first frame. Full or disabled storage never breaks a form.
 */
export function readDraft(userId: number, name: string): string | null {
  return readText('device', keyOf(userId, name)) ?? null;
}

/** Keeps a draft; an empty one is removed. */
export function writeDraft(userId: number, name: string, text: string): void {
  writeText('device', keyOf(userId, name), text || null);
}

/** A draft stored as JSON; null if there is none or it is unreadable. Its shape is not checked. */
export function readDraftValue<Value>(userId: number, name: string): Value | null {
  return readValue<Value>('device', keyOf(userId, name));
}

/** Stores a draft as JSON, or removes it for null. */
export function writeDraftValue(userId: number, name: string, value: object | null): void {
  writeValue('device', keyOf(userId, name), value);
}

/**
 * Calls `listener` when another tab has changed this draft.
 *
 * @returns stops it
 */
export function hearDraft(userId: number, name: string, listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    // No key: everything was removed.
    if (key === null || key === keyOf(userId, name)) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

/** Whether any user of this device has a draft. */
export function hasAnyDraft(): boolean {
  return draftKeys('draft:').length > 0;
}

/** Removes a user's drafts about these records, when their person is erased. */
export function forgetDraftsAbout(userId: number, ids: readonly (string | number)[]): void {
  if (ids.length === 0) return;
  const gone = new Set(ids.map(String));
  removeDrafts(userId, (name) => gone.has(name.slice(name.indexOf(':') + 1)));
}

/** Removes all drafts of a user, at sign-out. */
export function clearDrafts(userId: number): void {
  removeDrafts(userId, () => true);
}

function removeDrafts(userId: number, which: (name: string) => boolean): void {
  const own = keyOf(userId, '');
  for (const key of draftKeys(own)) {
    if (which(key.slice(own.length))) writeText('device', key, null);
  }
}

function keyOf(userId: number, name: string): `draft:${number}:${string}` {
  return `draft:${userId}:${name}`;
}
