import { isOneOf } from './vocabulary.ts';

/** How a guardian may have consented. */
export const CONSENT_WAYS = ['written', 'message', 'phone', 'in-person'] as const;
export type ConsentWay = (typeof CONSENT_WAYS)[number];

/** The consent of a guardian of a minor. */
export interface GuardianConsent {
  /** `YYYY-MM-DD`. */
  on: string;
  /** The guardian's. */
  name: string;
  way: ConsentWay;
}

/**
 * The first line of a note in the history. A note needs no table of its own, is never in conflict, works without a
 * signal, and is exported and erased with the person.
 */
export function consentNote({ on, name, way }: GuardianConsent): string {
  return `Consent of a guardian recorded on ${on} (${way}): ${name}`;
}

const FORM =
  /^Consent of a guardian recorded on (\d{4}-\d\d-\d\d) \(([a-z-]+)\): ([^\n]+)(?:\n(.*))?$/s;

/** The consent in a note, and the rest of it; null if there is none. */
export function consentIn(
  notes: string | null,
): { consent: GuardianConsent; rest: string | null } | null {
  const [, on = '', way = '', name = '', rest] = FORM.exec(notes ?? '') ?? [];
  return isOneOf(CONSENT_WAYS, way) ? { consent: { on, way, name }, rest: rest || null } : null;
}
