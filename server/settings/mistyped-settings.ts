/** Two names with so many letters changed, added or left out may be the same one, mistyped. */
const MISTYPED = 2;
/** Short names are alike by chance. */
const SHORTEST = 6;

/**
 * Variables of the environment that are no settings but look like one, with the setting that may be meant, one line
 * each. Values are not told.
 *
 * @param known the names of all settings
 */
export function mistypedSettings(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || name.length < SHORTEST) return [];
    const meant = known.find((each) => isNear(name, each)) ?? sibling(name, known);
    return meant ? [`${name} is no setting, so it is ignored: is ${meant} meant?`] : [];
  });
}

/** The first setting with the same prefix: `BACKUP_DIR` suggests `BACKUP_FOLDER`. */
function sibling(name: string, known: readonly string[]): string | undefined {
  const family = /^(BACKUP|RETENTION|ADMIN|SESSION|METRICS)_/.exec(name)?.[0];
  return family && known.find((each) => each.startsWith(family));
}

/** Compares few names letter by letter: the start waits for it, and an environment may have hundreds. */
function isNear(name: string, other: string): boolean {
  const isAlike = name[0] === other[0] && Math.abs(name.length - other.length) <= MISTYPED;
  return isAlike && distanceOf(name, other) <= MISTYPED;
}

/** How many letters must be changed, added or left out to make one of the other (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [n, each] of [...other].entries()) {
      const changed = (row[n] ?? 0) + (letter === each ? 0 : 1);
      next.push(Math.min(changed, (row[n + 1] ?? 0) + 1, (next[n] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
