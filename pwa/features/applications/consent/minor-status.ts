import type { Application } from '#contract/applications.ts';

/** The statuses before which the consent of a minor's guardian is asked for. */
const GUARDED: readonly Application['status'][] = [
  'interview_scheduled',
  'contract_offered',
  'signed',
];

/** True if somebody should have asked a minor's guardian before this status. */
export function needsConsent(status: Application['status']): boolean {
  return GUARDED.includes(status);
}
