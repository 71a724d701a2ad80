import type { StatusChange } from '#contract/applications.ts';

/** Names what a person did to the status of an application. */
export function actOf(id: string, { status, notes, reason }: StatusChange): string {
  return `${id}: ${status}, ${notes}, ${reason ?? 'no reason'}`;
}
