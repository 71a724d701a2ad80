import type { Application } from '#contract/applications.ts';
import { STATUSES, type Status } from '#contract/fields/vocabulary.ts';

/** The way of an application to its goal; a rejected one is not on it. */
const WAY: readonly string[] = STATUSES.filter((status) => status !== 'rejected');

/** The status that usually follows; null after the last one. */
export function nextStatus(status: Application['status']): Status | null {
  const at = WAY.indexOf(status);
  return at < 0 ? null : ((WAY[at + 1] as Status | undefined) ?? null);
}
