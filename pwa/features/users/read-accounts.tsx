import { useRefreshAccounts } from './use-accounts.ts';

/** Reads the accounts once when an admin opens the back office: somebody may wait for an answer. */
export function ReadAccounts() {
  useRefreshAccounts();
  return null;
}
