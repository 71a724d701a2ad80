import type { Application } from '#contract/applications.ts';
import { consentIn, type GuardianConsent } from '#contract/fields/guardian-consent.ts';
import { today } from '#pwa/lib/time/clock.ts';
import { minorOf } from '#pwa/lib/time/minor.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { readHistory } from '#pwa/local/rows/read-rows.ts';

/** The statuses before which the consent of a minor's guardian is asked for. */
const GUARDED: readonly Application['status'][] = [
  'interview_scheduled',
  'contract_offered',
  'signed',
];

/** Whether a minor's guardian should have consented before this status. */
export function needsConsent(status: Application['status']): boolean {
  return GUARDED.includes(status);
}

/** The newest consent of a guardian in a history; null if there is none. */
export function consentOf(history: readonly { notes: string | null }[]): GuardianConsent | null {
  const noted = history.map(({ notes }) => consentIn(notes)).find((found) => found !== null);
  return noted?.consent ?? null;
}

/** Whether the player is a minor and no consent of a guardian is recorded. */
export async function lacksConsent(mirror: Mirror, application: Application): Promise<boolean> {
  if (minorOf(application, today()) === null) return false;
  return consentOf(await readHistory(mirror, application.id)) === null;
}
