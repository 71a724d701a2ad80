/** What stands in place of a person who was anonymised; the domain can never have a mailbox. */
export const ANONYMISED = { name: 'Anonymised', email: 'anonymised@example.invalid' } as const;

/** True for a record whose person was anonymised: there is nobody to call. */
export function isAnonymised({ email }: { email: string }): boolean {
  return email === ANONYMISED.email;
}
