import * as v from 'valibot';
import { type Application, ApplicationDraft } from '#contract/applications.ts';

/** The form's fields as they are typed; a field without a value holds ''. */
export type FormTexts = v.InferInput<typeof ApplicationDraft>;

const FIELDS = Object.keys(ApplicationDraft.entries) as (keyof ApplicationDraft)[];
const Kept = v.record(v.string(), v.string());

/** An application as the form shows it; without one, empty fields. */
export function formTextsOf(application?: Application): FormTexts {
  const entries = FIELDS.map((field) => [field, application?.[field] ?? '']);
  // Every field of the draft is named above, and every value is text.
  return Object.fromEntries(entries) as FormTexts;
}

/** A draft that was kept as JSON; null when none was, or when it is not one of ours. */
export function draftOf(json: string | null): FormTexts | null {
  try {
    const kept = v.safeParse(Kept, JSON.parse(json ?? 'null'));
    return kept.success ? { ...formTextsOf(), ...kept.output } : null;
  } catch {
    return null;
  }
}
