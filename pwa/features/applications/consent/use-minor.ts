import type { GuardianConsent } from '#contract/fields/guardian-consent.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { type Minor, minorOf } from '#pwa/lib/time/minor.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import { consentOf } from './minor-status.ts';

/** The stored data about a minor's guardian. */
export interface GuardedMinor {
  minor: Minor;
  /** The newest consent in the history; null if there is none, undefined while loading. */
  consent: GuardianConsent | null | undefined;
}

/** The minor of an application with the consent of a guardian; null for an adult. */
export function useMinor(application: ApplicationRow): GuardedMinor | null {
  const history = useRecord(application.id)?.history;
  const minor = minorOf(application, useToday());
  if (minor === null) return null;
  return { minor, consent: history && consentOf(history) };
}
