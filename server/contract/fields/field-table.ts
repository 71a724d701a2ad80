import * as v from 'valibot';
import type { Schema } from '#contract/endpoint.ts';

/** A column of a record, which the server fills in. */
export interface Column {
  /** The value as a read gives it. */
  row?: Schema;
  /** Never leaves the server. */
  hidden?: true;
  /** The card of the detail that shows it. */
  card?: string;
  /** The field that it follows in its card: its neighbour in the table unless given. */
  after?: string;
}

/** What a column of a record about a person says about that person. */
export interface Personal {
  /** True if the value tells something about the person: anonymising takes it away. */
  personal: boolean;
  /** What anonymising writes instead: null unless given. */
  anonymised?: string;
}

/** A column that a person fills in. A field without `row` is a text. */
export interface Field extends Column {
  /** The accepted values: type, bounds, and the message for a wrong value. */
  draft: Schema;
  /** A search looks into it. */
  searchable?: true;
  /** A text of several lines. */
  multiline?: true;
  /** Decides the control, and what a press on the value does. `wholeNumber` makes a `number`, `choiceOf` a `choice`. */
  type?: 'name' | 'email' | 'tel' | 'date' | 'links' | 'people' | 'number' | 'choice';
  /** A day of birth: it is shown with the age. */
  isBirth?: true;
  /** The words among which a `choice` is; each has a text in `choices` of office.json. */
  choices?: readonly string[];
  /** The least and the greatest value of a number. */
  bounds?: readonly [least: number, most: number];
  /** What a browser may fill in: nothing unless given. */
  autoComplete?: string;
}

export type Columns = Record<string, Column | Field>;
export type NameOf<C> = keyof C & string;
/** The fields that are texts. */
export type TextName<F> = { [K in NameOf<F>]: F[K] extends { row: Schema } ? never : K }[NameOf<F>];

/** The fields that a person types or chooses: texts, numbers and choices. */
export type TypedName<F> = {
  [K in NameOf<F>]: F[K] extends { type: 'number' | 'choice' } ? K : Extract<K, TextName<F>>;
}[NameOf<F>];

/** The names in a table, in its order. */
/* @__NO_SIDE_EFFECTS__ */
export function namesOf<C extends Columns>(columns: C): NameOf<C>[] {
  return Object.keys(columns);
}

/** The names of the texts that a person fills in, in the order of the table. */
function textNamesOf<F extends Record<string, Field>>(fields: F): TextName<F>[] {
  // A field without `row` is a text.
  return namesOf(fields).filter((name) => !fields[name]?.row) as TextName<F>[];
}

/** The names of the fields that a person types or chooses, in the order of the table. */
export function typedNamesOf<F extends Record<string, Field>>(fields: F): TypedName<F>[] {
  const isTyped = ({ row, type }: Field) => !row || type === 'number' || type === 'choice';
  return namesOf(fields).filter((name) => isTyped(fields[name] as Field)) as TypedName<F>[];
}

/** The names of the texts that a search reads. */
export function searchableOf<F extends Record<string, Field>>(fields: F): TextName<F>[] {
  return textNamesOf(fields).filter((name) => fields[name]?.searchable);
}

/** The names in one card of the detail. */
type InCard<C, Card> = {
  [K in NameOf<C>]: C[K] extends { card: Card } ? K : never;
}[NameOf<C>];

/** The names in one card of the detail, in the order in which the card shows them. */
export function namesIn<C extends Columns, Card extends string>(
  columns: C,
  card: Card,
): InCard<C, Card>[] {
  const names: string[] = [];
  for (const [name, column] of Object.entries(columns)) {
    if (column.card !== card) continue;
    const before = column.after === undefined ? -1 : names.indexOf(column.after);
    names.splice(before < 0 ? names.length : before + 1, 0, name);
  }
  // Only names of columns in this card were taken.
  return names as InCard<C, Card>[];
}

/** The texts in one card, in the order of that card. */
export function textsIn<F extends Record<string, Field>, Card extends string>(
  fields: F,
  card: Card,
): Extract<TextName<F>, InCard<F, Card>>[] {
  const texts: readonly string[] = textNamesOf(fields);
  // They are both.
  return namesIn(fields, card).filter((name) => texts.includes(name)) as Extract<
    TextName<F>,
    InCard<F, Card>
  >[];
}

/** True if a field may stay empty. */
export function isOptional({ draft }: Field): boolean {
  return draft.type === 'optional';
}

type DraftEntries<C> = {
  -readonly [K in NameOf<C> as C[K] extends { draft: Schema } ? K : never]: C[K] extends {
    draft: infer S extends Schema;
  }
    ? S
    : never;
};

/** The schema of each field that a person fills in, as entries of `v.object`. */
/* @__NO_SIDE_EFFECTS__ */
export function draftEntries<C extends Columns>(columns: C): DraftEntries<C> {
  const drafts = Object.entries(columns).flatMap(([name, column]) =>
    'draft' in column ? [[name, column.draft]] : [],
  );
  return Object.fromEntries(drafts);
}

/** A text as a read gives it; null where nothing was given. */
export const nullableText = v.nullable(v.string());
const plainText = v.string();

type RowSchema<C> = C extends { row: infer S extends Schema }
  ? S
  : C extends { draft: infer D extends Schema }
    ? null extends v.InferOutput<D>
      ? typeof nullableText
      : typeof plainText
    : never;
type RowEntries<C> = {
  -readonly [K in NameOf<C> as C[K] extends { hidden: true } ? never : K]: RowSchema<C[K]>;
};

/** Each value as a read gives it, as entries of `v.object`. */
/* @__NO_SIDE_EFFECTS__ */
export function rowEntries<C extends Columns>(columns: C): RowEntries<C> {
  const shown = Object.entries(columns).filter(([, { hidden }]) => !hidden);
  return Object.fromEntries(
    shown.map(([name, column]) => [name, rowSchemaOf(column)]),
  ) as RowEntries<C>;
}

/** A value as a read gives it: of a text it follows from whether the text may be left out. */
export function rowSchemaOf(column: Column | Field): Schema {
  if (column.row) return column.row;
  return 'draft' in column && isOptional(column) ? nullableText : plainText;
}
