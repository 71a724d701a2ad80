import { firstToCall } from '#contract/fields/first-to-call.ts';
import { type PlayerPerson, peopleOf } from '#contract/fields/player-people.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { useTextIn } from '#pwa/i18n/use-text-in.ts';
import { wordText } from '#pwa/i18n/word-text.ts';
import type { Greeting } from '#pwa/lib/text/contact-links.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { minorOf } from '#pwa/lib/time/minor.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import type { Reachable } from '#pwa/ui/reach/use-reach.ts';

/** Who is called in place of a minor; null for an adult, and if no person can be reached. */
export function useFirstToCall(application: ApplicationRow): PlayerPerson | null {
  const isMinor = minorOf(application, useToday()) !== null;
  return isMinor ? firstToCall(peopleOf(application.people)) : null;
}

/**
 * Whom calls and messages about a player reach: the player, or who is called in place of a minor.
 *
 * @param language in which the player wrote; null if it is not known
 * @returns with the words for that other person, such as `Eva Vega (mother)`; null for the player
 */
export function useReachable(
  application: ApplicationRow,
  language: string | null = null,
): Reachable & { who: string | null } {
  const words = useText();
  const person = useFirstToCall(application);
  const reached = useReachablePerson(person, application.playerName, language);
  const { email, phone } = application;
  return person === null
    ? { email, phone, language, who: null }
    : { ...reached, who: whoIs(words, person) };
}

/** A person to call or write to; a message begins in that person's language. */
export function useReachablePerson(
  person: PlayerPerson | null,
  player: string,
  playersLanguage: string | null,
): Reachable & { greeting: Greeting | undefined } {
  const { name = '', email = '', phone = '' } = person ?? {};
  const language = person?.language || playersLanguage;
  const t = useTextIn(language);
  const greeting = language && t && person ? greetingIn(t, { name, player }) : undefined;
  return { email, phone: phone || null, language, greeting };
}

function greetingIn(t: TextAccess['t'], who: { name: string; player: string }): Greeting {
  return {
    subject: t('applicationDetail.greeting.subject', who),
    text: `${t('applicationDetail.greeting.text', who)}\n\n`,
  };
}

/** A person with what that person is to the player: `Eva Vega (mother)`. */
export function whoIs(
  { t, language }: Pick<TextAccess, 't' | 'language'>,
  { name, relation }: PlayerPerson,
): string {
  if (!relation) return name;
  const word = wordText(t, 'relations', relation);
  // German nouns keep their capital.
  return `${name} (${language === 'de' ? word : word.toLocaleLowerCase(language)})`;
}
