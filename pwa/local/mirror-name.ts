/** The name of a user's database. Apart from the mirror, for a script that does without Dexie. */
export function mirrorName(userId: number): string {
  return `agency-${userId}`;
}
