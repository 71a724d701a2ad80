/** Replaces the data of an anonymised person; the domain can never have a mailbox. */
export const ANONYMISED = { name: 'Anonymised', email: 'anonymised@example.invalid' } as const;

/** True for a record whose person was anonymised: no call is possible. */
export function isAnonymised({ email }: { email: string }): boolean {
  return email === ANONYMISED.email;
}
