const PREFIX = 'draft:';

/**
 * Unsaved typed text of a user under a name (`status-note:<id>`, `new-application`). Local storage is
 * synchronous: a form has its draft in the first frame. Full or disabled storage never breaks a form.
 */
export function readDraft(userId: number, name: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId, name));
  } catch {
    return null;
  }
}

/** Keeps a draft; an empty one is removed. */
export function writeDraft(userId: number, name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(userId, name));
    else localStorage.setItem(keyOf(userId, name), text);
  } catch {
    // The text is still on screen; only a reload would lose it.
  }
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
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(own) && which(key.slice(own.length))) localStorage.removeItem(key);
    }
  } catch {
    // Storage is disabled: there is no draft.
  }
}

function keyOf(userId: number, name: string): string {
  return `${PREFIX}${userId}:${name}`;
}
