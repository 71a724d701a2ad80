import { useRefreshAccounts } from './use-accounts.ts';

/** Keeps the accounts up to date while an admin is in the back office: somebody may wait there. */
export function ReadAccounts() {
  useRefreshAccounts();
  return null;
}
