import * as v from 'valibot';
import type { Schema } from '#contract/endpoint.ts';
import { Problem } from '#contract/problems.ts';

/** Said of what the contract has no words for: a value of the wrong kind, an unknown choice. */
const WRONG = 'Please check this field.';
const HOW = { abortPipeEarly: true, message: WRONG } as const;

/** Throws `invalid-input` with the first message of every field that is wrong. */
export function parse(schema: Schema, input: unknown): unknown {
  const result = v.safeParse(schema, input, HOW);
  if (result.success) return result.output;

  const fields: Record<string, string> = {};
  for (const issue of result.issues) {
    const name = v.getDotPath(issue);
    if (name === null || Object.hasOwn(fields, name)) continue;
    fields[name] = issue.message === WRONG ? wordsOfEmpty(schema, name) : issue.message;
  }
  const [first = 'Please check the fields.'] = Object.values(fields);
  throw new Problem('invalid-input', first, { fields });
}

/** A field that is missing or of the wrong kind is told as an empty one: in the form's own words. */
function wordsOfEmpty(schema: Schema, name: string): string {
  const { entries = {} } = schema as { entries?: Record<string, Schema> };
  const field = Object.hasOwn(entries, name) ? entries[name] : undefined;
  const result = field && v.safeParse(field, '', HOW);
  return result && !result.success ? result.issues[0].message : WRONG;
}
