import { birthdayAfter } from '#contract/deadlines/days.ts';
import { ageOf } from './dates.ts';

/** A person under 18. */
export interface Minor {
  /** In whole years, and the day of turning 18, `YYYY-MM-DD`; null if no day of birth is known. */
  known: { age: number; adultOn: string } | null;
}

/**
 * Whether the player is a minor, by the day of birth or else by the inquiry's answer; null if not.
 *
 * @param today `YYYY-MM-DD` on this device
 */
export function minorOf(
  { dateOfBirth = null, under18 }: { dateOfBirth?: string | null; under18: string | null },
  today: string,
): Minor | null {
  if (dateOfBirth === null) return under18 === 'yes' ? { known: null } : null;
  const age = ageOf(dateOfBirth, today);
  return age < 18 ? { known: { age, adultOn: birthdayAfter(dateOfBirth, 18) } } : null;
}
