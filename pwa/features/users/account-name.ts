import type { Account } from '#contract/accounts/users.ts';

/** The person's name; the first admin has only a username. */
export function nameOf({ firstName, lastName, username }: Account): string {
  return `${firstName} ${lastName}`.trim() || username;
}
