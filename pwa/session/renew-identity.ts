import type { CurrentUser } from '#contract/auth.ts';
import { keepIdentity, storedIdentity } from './stored-identity.ts';
import { IDENTITY_KEY } from './user-here.ts';

/** Stores what the server now says of the signed-in user; every tab shows it. */
export function renewIdentity(user: CurrentUser): void {
  if (storedIdentity()?.id !== user.id) return;
  keepIdentity(user);
  // Only other tabs hear of a change of the storage by themselves.
  window.dispatchEvent(new StorageEvent('storage', { key: IDENTITY_KEY }));
}
