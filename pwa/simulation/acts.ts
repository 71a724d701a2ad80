import type { StatusChange } from '#contract/applications.ts';

/** Names what a person did to the status of an application. */
export function actOf(id: string, { status, notes }: StatusChange): string {
  return `${id}: ${status}, ${notes}`;
}
