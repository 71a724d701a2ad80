import { Problem } from '#contract/problems.ts';

/** What a call can ask for by its id. */
export type Subject = 'application' | 'contact' | 'campaign' | 'person' | 'user';

/** Refuses an id that no row has, whatever its shape (design: D13). */
export function refuseMissing(subject: Subject): never {
  throw problemOfMissing(subject);
}

/** The refusal of an id that no row has. */
export function problemOfMissing(subject: Subject): Problem {
  return new Problem(`${subject}-not-found`, `There is no such ${subject}.`);
}
