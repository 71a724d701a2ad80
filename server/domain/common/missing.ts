import { Problem } from '#contract/problems.ts';

/** A record that a call names by its id. */
export type Subject =
  | 'application'
  | 'contact'
  | 'campaign'
  | 'person'
  | 'user'
  | 'session'
  | 'passkey'
  | 'mail'
  | 'site-version'
  | 'view';

/** Throws the refusal of an id that no row has. */
export function refuseMissing(subject: Subject): never {
  throw problemOfMissing(subject);
}

export function problemOfMissing(subject: Subject): Problem {
  return new Problem(`${subject}-not-found`, `There is no such ${subject}.`);
}
