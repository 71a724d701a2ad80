import type { Application, StatusChange } from '#contract/applications.ts';

/** The status form at one moment. */
export interface StatusFormState {
  /** The status that the application has on screen. */
  current: Application['status'];
  /** The status that is picked; null while none is. */
  chosen: Application['status'] | null;
  /** The notes box as typed. */
  notes: string;
  /** Update was pressed and its outcome is not known yet. */
  pending: boolean;
}

/**
 * Whether Update may be pressed: a status is chosen, nothing is in flight, and either the status
 * differs or there is a note. A note alone is enough.
 */
export function canUpdate({ current, chosen, notes, pending }: StatusFormState): boolean {
  if (pending || chosen === null) return false;
  return chosen !== current || notes.trim() !== '';
}

/** The body of the request; blank notes become null. */
export function toStatusChange(status: Application['status'], notes: string): StatusChange {
  return { status, notes: notes.trim() || null };
}
