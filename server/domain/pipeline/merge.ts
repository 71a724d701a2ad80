/** What a person saw when an edit began; an older phone does not know every field. */
export type Seen<Fields> = { [K in keyof Fields]?: Fields[K] | undefined };

/** The result of merging an edit with the row as it is now. */
export interface Merged<Fields> {
  /** The fields to write; the others stay as they are. */
  changed: Partial<Fields>;
  /** Fields that both sides changed, to different values: theirs stays. Absent without `seen`. */
  conflicts?: (keyof Fields)[];
}

/**
 * Merges an edit with the row as it is now, field by field. A field that only the person changed is
 * written. A field that both sides changed to the same value is no conflict. Without `seen` every field
 * is written.
 *
 * @param names all fields of a draft
 * @param mine what the person saved
 * @param seen what the person saw; a field that is absent is left as it is now
 * @param theirs what the row holds now
 */
export function merge<Fields extends object>(
  names: readonly (keyof Fields)[],
  { mine, seen, theirs }: { mine: Fields; seen: Seen<Fields> | undefined; theirs: Fields },
): Merged<Fields> {
  if (!seen) return { changed: mine };
  const changed: Partial<Fields> = {};
  const conflicts: (keyof Fields)[] = [];
  for (const name of names) {
    if (!(name in seen) || mine[name] === seen[name] || mine[name] === theirs[name]) continue;
    if (theirs[name] === seen[name]) changed[name] = mine[name];
    else conflicts.push(name);
  }
  return { changed, conflicts };
}

/** As `merge`, for a change of one field; `after` is what the field holds then. */
export function mergeField<Field extends object>(
  name: keyof Field,
  sides: { mine: Field; seen: Field | undefined; theirs: Field },
): { after: Field[keyof Field]; conflicts: Pick<Merged<Field>, 'conflicts'> } {
  const { changed, ...conflicts } = merge([name], sides);
  return { after: { ...sides.theirs, ...changed }[name], conflicts };
}
