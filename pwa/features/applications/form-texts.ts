import * as v from 'valibot';
import type { Application, ApplicationDraft } from '#contract/applications.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { namesOf } from '#contract/fields/field-table.ts';

/** The texts in the form's fields; an empty field holds ''. */
export type FormTexts = v.InferInput<typeof ApplicationDraft>;

const StoredTexts = v.record(v.string(), v.string());

/** The form's texts for an application, or for an empty form. */
export function formTextsOf(application?: Application): FormTexts {
  const entries = namesOf(APPLICATION_FIELDS).map((name) => [
    name,
    String(application?.[name] ?? ''),
  ]);
  // Every field of the draft is named above, and every value is text.
  return Object.fromEntries(entries) as FormTexts;
}

/** Parses a stored draft; null if there is none or it has another shape. */
export function draftOf(json: string | null): FormTexts | null {
  try {
    const stored = v.safeParse(StoredTexts, JSON.parse(json ?? 'null'));
    return stored.success ? { ...formTextsOf(), ...stored.output } : null;
  } catch {
    return null;
  }
}
