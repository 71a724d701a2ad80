import type { ApplicationDraft } from './applications.ts';
import type { Contact } from './contacts.ts';

/**
 * The fields of the application that an inquiry becomes. What the player wrote goes to
 * `agentNotes` under English labels, so that nothing is lost. Both sides use it: the server when it
 * converts, the phone to show a conversion that still waits.
 */
export function draftFromContact(
  contact: Pick<
    Contact,
    | 'name'
    | 'email'
    | 'phone'
    | 'currentClub'
    | 'position'
    | 'message'
    | 'achievements'
    | 'careerGoals'
  >,
): ApplicationDraft {
  const notes = [
    ['Message', contact.message],
    ['Achievements', contact.achievements],
    ['Career goals', contact.careerGoals],
  ].flatMap(([label, said]) => (said ? [`${label}: ${said}`] : []));

  return {
    playerName: contact.name,
    email: contact.email,
    phone: contact.phone,
    nationality: null,
    dateOfBirth: null,
    currentClub: contact.currentClub,
    position: contact.position,
    agentNotes: notes.join('\n\n') || null,
  };
}
