import * as v from 'valibot';
import { instant } from '#contract/fields/fields.ts';

/** One correction by the visitor: the texts as they were before. A field that was empty is null. */
const Correction = v.object({
  at: instant,
  before: v.record(v.string(), v.nullable(v.union([v.string(), v.boolean()]))),
});
export type Correction = v.InferOutput<typeof Correction>;

/** Reads the column `corrections` of an inquiry, oldest first. */
export function correctionsIn(column: string | null): Correction[] {
  return column === null ? [] : v.parse(v.array(Correction), JSON.parse(column));
}
