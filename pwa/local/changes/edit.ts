import { type Field, isOptional, typedNamesOf } from '#contract/fields/field-table.ts';
import { FEET, isOneOf, YES_NO } from '#contract/fields/vocabulary.ts';
import { formatDate } from '#pwa/lib/time/dates.ts';
import type { Queued } from '#pwa/local/database/rows.ts';
import { fieldsOf, type Text, type TextOptions } from './define-change.ts';

/**
 * The fields that the person changed, compared with the row that the form was opened with. The other
 * fields may have changed on the server since.
 */
export function changedFields<Draft extends object>(edit: {
  body: Draft;
  seen: Draft;
}): Partial<Draft> {
  const changed = Object.entries(edit.body).filter(
    ([field, value]) => edit.seen[field as keyof Draft] !== value,
  );
  // A filtered draft is a part of it.
  return Object.fromEntries(changed) as Partial<Draft>;
}

/** The edit that gives the fields of `body` the values back that the person saw. */
export function wayBack<Body extends object, Row extends Body>({
  body,
  seen,
}: {
  body: Body;
  seen: Row;
}): { body: Body; seen: Row } {
  return { body: fieldsOf<Body>(seen, Object.keys(body)), seen: { ...seen, ...body } };
}

/** The edit, with the labels of the changed fields: "Edited campaign (Name, Language)". */
export function withFields(what: string, labels: readonly string[]): string {
  return labels.length > 0 ? `${what} (${labels.join(', ')})` : what;
}

/** The request of an edit: its body, and in `seen` the values that the person saw. */
export function withSeen<Row extends object, Field extends keyof Row>(
  { body, seen }: { body: object; seen: Row },
  fields: readonly Field[],
): object {
  return { ...body, seen: Object.fromEntries(fields.map((field) => [field, seen[field]])) };
}

/** As withSeen, except for an entry that an older version may have sent without `seen`. */
export function withSeenIfSaid<Row extends object, Field extends keyof Row>(
  entry: { body: object; seen: Row } & Pick<Queued, 'saysSeen'>,
  fields: readonly Field[],
): object {
  return entry.saysSeen ? withSeen(entry, fields) : entry.body;
}

/** How the typed fields of a draft can be corrected while its change is queued, in the order of the table. */
export function textsOf(fields: Record<string, Field>): Record<string, TextOptions> {
  const options = typedNamesOf(fields).flatMap((name) => {
    const field = fields[name];
    return field ? [[name, optionsOf(field)] as const] : [];
  });
  return Object.fromEntries(options);
}

function optionsOf(field: Field): TextOptions {
  const { type: kind } = field;
  const type =
    kind === 'name' || kind === 'links' || kind === 'people' || kind === 'choice'
      ? undefined
      : kind;
  return {
    isLong: field.multiline ?? false,
    isRequired: !isOptional(field),
    ...(type && { type }),
    ...(field.choices && { choices: field.choices }),
  };
}

/** A day or a choice in the person's language; any other value as it is. */
export function fieldText(value: string, text: Text, { type }: Field): string {
  if (type === 'date') return formatDate(value);
  return type === 'choice' && isOneOf([...FEET, ...YES_NO], value)
    ? text(`choices.${value}`)
    : value;
}
