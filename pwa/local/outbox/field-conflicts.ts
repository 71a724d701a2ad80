import { useLiveQuery } from 'dexie-react-hooks';
import { definitionOf, type Mutation } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { reopening } from '#pwa/local/database/reopening.ts';
import type { DisputedField, FieldConflict } from '#pwa/local/database/rows.ts';
import { readRecord } from '#pwa/local/rows/read-rows.ts';
import { queue } from './queue.ts';

/** The open conflicts of edits: of all records, or of one lane. Undefined while loading. */
export function useFieldConflicts(entity?: string): FieldConflict[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(
    () =>
      entity === undefined
        ? mirror.fieldConflicts.toArray()
        : mirror.fieldConflicts.where('entity').equals(entity).toArray(),
    [mirror, entity],
  );
}

/** Keeps the other person's value and closes the question about this field. */
export async function takeTheirValue(
  mirror: Mirror,
  { entity }: FieldConflict,
  { field }: DisputedField,
): Promise<void> {
  await reopening(mirror, () =>
    mirror.transaction('rw', mirror.fieldConflicts, async () => {
      const open = await mirror.fieldConflicts.get(entity);
      if (!open) return;
      const fields = open.fields.filter((one) => one.field !== field);
      if (fields.length > 0) await mirror.fieldConflicts.put({ ...open, fields });
      else await mirror.fieldConflicts.delete(entity);
    }),
  );
}

/** Queues an edit that replaces the other person's value with mine. Throws NotSaved. */
export async function keepMyValue(
  mirror: Mirror,
  conflict: FieldConflict,
  disputed: DisputedField,
): Promise<void> {
  const { type } = { ...conflict, ...disputed };
  const row = await readRecord(mirror, conflict.entity);
  const edit = row && definitionOf({ type }).amend?.(row, { [disputed.field]: disputed.mine });
  // The definition of the edit made the body and the row fit.
  if (edit) await queue(mirror, { type, ...edit } as Mutation);
  await takeTheirValue(mirror, conflict, disputed);
}
