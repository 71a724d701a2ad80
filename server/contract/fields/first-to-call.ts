import type { PlayerPerson } from './player-people.ts';
import { isOneOf } from './vocabulary.ts';

/** Who is called in place of a minor: the first guardian who can be reached, else the first person who can. */
export function firstToCall(people: readonly PlayerPerson[]): PlayerPerson | null {
  const reachable = people.filter(({ phone, email }) => phone || email);
  return reachable.find(({ relation }) => isOneOf(GUARDIANS, relation)) ?? reachable[0] ?? null;
}

const GUARDIANS = ['mother', 'father', 'guardian'] as const;
