import { useRefreshAccounts } from './refresh-accounts.ts';

/** Refreshes the accounts while an admin is in the back office, for the count of pending ones. */
export function ReadAccounts() {
  useRefreshAccounts();
  return null;
}
