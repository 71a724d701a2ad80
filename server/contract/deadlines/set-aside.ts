import { isOneOf } from '#contract/fields/vocabulary.ts';
import { DEADLINE_KINDS, type Deadline } from './deadlines.ts';

/**
 * The first line of a note that sets a deadline aside, as that of a guardian's consent (`guardian-consent.ts`): a note
 * needs no table of its own, is never in conflict, works without a signal, and is exported and erased with the person.
 */
export function asideNote(key: string): string {
  return `Deadline set aside: ${key}`;
}

const FORM = /^Deadline set aside: (([a-z-]+) (\d{4}-\d\d-\d\d)(?: \d+)?)(?:\n(.*))?$/s;

/** The deadline that a note sets aside. */
export interface Aside extends Pick<Deadline, 'kind' | 'on' | 'key'> {
  /** What else the note says. */
  rest: string | null;
}

/** The deadline that a note sets aside; null if there is none. */
export function asideIn(notes: string | null): Aside | null {
  const [, key = '', kind, on = '', rest] = FORM.exec(notes ?? '') ?? [];
  return isOneOf(DEADLINE_KINDS, kind) ? { kind, on, key, rest: rest || null } : null;
}
