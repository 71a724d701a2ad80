import type { Account } from '#contract/users.ts';

/** What a person is called; the first admin has no name but the username. */
export function nameOf({ firstName, lastName, username }: Account): string {
  return `${firstName} ${lastName}`.trim() || username;
}
