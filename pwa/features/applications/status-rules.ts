import type { StatusChange } from '#contract/applications.ts';
import type { Status } from '#contract/vocabulary.ts';

/** The status form at one moment (§4). */
export interface StatusFormState {
  /** The status that the application has on screen. */
  current: Status;
  /** The status that is picked; null while none is. */
  chosen: Status | null;
  /** The notes box as typed. */
  notes: string;
  /** A change was pressed and its fate is not known yet. */
  pending: boolean;
}

/**
 * Whether Update may be pressed (P-12 to P-14): something is chosen, nothing is under way, and
 * either the status differs or there is a note. A note alone is enough.
 */
export function canUpdate({ current, chosen, notes, pending }: StatusFormState): boolean {
  if (pending || chosen === null) return false;
  return chosen !== current || notes.trim() !== '';
}

/** What is sent: the notes trimmed, and null when nothing is left of them (P-16). */
export function toStatusChange(status: Status, notes: string): StatusChange {
  return { status, notes: notes.trim() || null };
}
