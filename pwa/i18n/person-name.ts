import { playerOf } from '#contract/conversion.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { ageOf } from '#pwa/lib/time/dates.ts';
import type { TextAccess } from './text-context.tsx';

/** A person's name for a screen; the placeholder of an erased person is in the screen's language. */
export function personName(
  t: TextAccess['t'],
  { name, email }: { name: string; email: string },
): string {
  return isAnonymised({ email }) ? t('people.anonymised') : name;
}

/** Who has written an inquiry, and for which player. */
export function writerName(
  t: TextAccess['t'],
  contact: { name: string; playerName: string | null; email: string },
): string {
  const player = playerOf(contact);
  const name = personName(t, contact);
  return player === null ? name : t('people.writesFor', { name, player });
}

/** A person's e-mail address; null if none is known, or for an erased person, whose stored address is a placeholder. */
export function addressOf({ email }: { email: string }): string | null {
  return isAnonymised({ email }) ? null : email || null;
}

/**
 * What tells two players of one name apart: age, position and club, as far as they are known.
 *
 * @param today `YYYY-MM-DD` on this device
 */
export function playerFacts(
  t: TextAccess['t'],
  player: { dateOfBirth: string | null; position: string | null; currentClub: string | null },
  today: string,
): string[] {
  const { dateOfBirth, position, currentClub } = player;
  const age = dateOfBirth && t('applicationDetail.age', { count: ageOf(dateOfBirth, today) });
  return [age, position, currentClub].flatMap((fact) => fact || []);
}
