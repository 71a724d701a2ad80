import * as v from 'valibot';
import { already, uuid } from '#contract/fields/fields.ts';
import { Application } from './applications.ts';
import { Contact } from './contacts.ts';
import { endpoint } from './endpoint.ts';

/** How many days a removed application can be brought back. */
export const REMOVED_DAYS = 30;

/** The notes that a removal and a return leave in the history; pages have words of their own for them. */
export const REMOVAL_NOTES = {
  removed: 'Removed: it was made by mistake.',
  broughtBack: 'Brought back.',
} as const;

/** Whether an application was made by mistake. */
export const Removal = v.object({ removed: v.boolean() });
export type Removal = v.InferOutput<typeof Removal>;

/**
 * Removes an application that was made by mistake, or brings it back. The inquiry that it was converted from is open
 * again while it is removed. Any other change of a removed application brings it back, too.
 *
 * With `seen`, the row as the person saw it, an application that another person has changed or noted since is not
 * removed and `conflicts` says so: the person decides, and a second removal that has seen the answer puts it through.
 */
export const removeApplication = endpoint('PUT', '/api/applications/:id/removal', {
  access: 'dashboard',
  params: v.object({ id: uuid }),
  body: v.object({ ...Removal.entries, seen: v.optional(v.partial(Application)) }),
  idempotent: true,
  reply: v.object({
    ...Application.entries,
    contact: v.nullable(Contact),
    already,
    /** Only of a removal with `seen`. */
    conflicts: v.optional(v.array(v.literal('removed'))),
  }),
});
