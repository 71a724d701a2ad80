import * as v from 'valibot';
import { uuid } from '#contract/fields/fields.ts';
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
 */
export const removeApplication = endpoint({
  method: 'PUT',
  path: '/api/applications/:id/removal',
  access: 'dashboard',
  params: v.object({ id: uuid }),
  body: Removal,
  idempotent: true,
  reply: v.object({ ...Application.entries, contact: v.nullable(Contact) }),
});
