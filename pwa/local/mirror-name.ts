/** The name of a user's database. In a file of its own for scripts that do not load Dexie. */
export function mirrorName(userId: number): string {
  return `agency-${userId}`;
}
