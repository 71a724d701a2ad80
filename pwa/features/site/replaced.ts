/** The entries with a change of one of them. */
export function replaced<Entry extends object>(
  entries: readonly Entry[],
  at: number,
  change: object,
): Entry[] {
  return entries.map((entry, n) => (n === at ? { ...entry, ...change } : entry));
}
