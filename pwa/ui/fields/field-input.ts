import { type Field, isOptional } from '#contract/fields/field-table.ts';

/** The attributes of the input into which a field is typed. */
export function fieldInput(field: Field) {
  const { type, autoComplete } = field;
  return {
    type: type === 'name' || type === 'links' ? undefined : type,
    autoCapitalize: type === 'name' ? 'words' : undefined,
    min: type === 'date' ? '1900-01-01' : undefined,
    autoComplete,
    required: !isOptional(field),
  };
}
