import * as v from 'valibot';
import type { Application, ApplicationDraft } from '#contract/applications.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { namesOf } from '#contract/fields/field-table.ts';

/** The texts in the form's fields; an empty field holds ''. */
export type FormTexts = v.InferInput<typeof ApplicationDraft>;

/** A stored draft. A field that an older version did not have is empty. */
export const StoredTexts = v.pipe(
  v.record(v.string(), v.string()),
  v.transform((texts): FormTexts => ({ ...formTextsOf(), ...texts })),
);

/** The form's texts for an application, or for an empty form. */
export function formTextsOf(application?: Application): FormTexts {
  const entries = namesOf(APPLICATION_FIELDS).map((name) => [
    name,
    String(application?.[name] ?? ''),
  ]);
  // Every field of the draft is named above, and every value is text.
  return Object.fromEntries(entries) as FormTexts;
}
