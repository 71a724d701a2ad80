const texts = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** Compares rows by one of their texts; rows without it come last. */
export function byText<Field extends string>(field: Field) {
  type Row = { readonly [field in Field]: string | null };
  return ({ [field]: one }: Row, { [field]: other }: Row): number =>
    one && other ? texts.compare(one, other) : Number(!one) - Number(!other);
}
