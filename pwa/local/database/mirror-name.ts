/** The name of a user's database. In a file of its own for scripts that do not load the mirror. */
export function mirrorName(userId: number): string {
  return `agency-${userId}`;
}

/** The names of the databases on this device that belong to other users. Firefox before 126 cannot list them. */
export async function otherMirrors(except: readonly (number | undefined)[]): Promise<string[]> {
  const names = ((await indexedDB.databases?.()) ?? []).map(({ name = '' }) => name);
  return names.filter((name) => {
    const userId = Number(/^agency-(\d+)$/.exec(name)?.[1]);
    return userId && !except.includes(userId);
  });
}
