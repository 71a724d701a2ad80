/**
 * The fields of an edit that the person changed, by the row that the form was opened with: the others
 * may have moved on meanwhile.
 */
export function changedFields<Draft extends object>(edit: {
  body: Draft;
  seen: Draft;
}): Partial<Draft> {
  const changed = Object.entries(edit.body).filter(
    ([field, value]) => edit.seen[field as keyof Draft] !== value,
  );
  // What is left of a draft is a part of it.
  return Object.fromEntries(changed) as Partial<Draft>;
}
