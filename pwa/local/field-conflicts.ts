import { useLiveQuery } from 'dexie-react-hooks';
import * as v from 'valibot';
import { ApplicationDraft } from '#contract/applications.ts';
import { CampaignDraft } from '#contract/campaigns.ts';
import type { DisputedField, FieldConflict, Mirror } from './mirror.ts';
import { useMirror } from './mirror-context.tsx';
import { queue } from './queue.ts';
import { readApplication } from './read-applications.ts';
import { readCampaign } from './read-campaigns.ts';
import { reopening } from './reopening.ts';

/** The edits that met somebody else's: of all records, or of one. Undefined while loading. */
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

/** What the other person wrote stands; the question about this field is answered. */
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

/**
 * Puts what was written here over it after all, as an edit like any other that has seen theirs.
 * Throws NotSaved.
 */
export async function keepMyValue(
  mirror: Mirror,
  conflict: FieldConflict,
  disputed: DisputedField,
): Promise<void> {
  const change = { [disputed.field]: disputed.mine };
  const [subject, id = ''] = conflict.entity.split(':');
  if (subject === 'application') {
    const seen = await readApplication(mirror, id);
    const body = seen && v.parse(ApplicationDraft, { ...seen, ...change });
    if (body) await queue(mirror, { type: 'application-edited', body, seen });
  } else {
    const seen = await readCampaign(mirror, Number(id));
    const body = seen && v.parse(CampaignDraft, { ...seen, ...change });
    if (body) await queue(mirror, { type: 'campaign-edited', body, seen });
  }
  await takeTheirValue(mirror, conflict, disputed);
}
