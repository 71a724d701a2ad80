import { type Field, isOptional } from '#contract/fields/field-table.ts';

/** The attributes of the input into which a field is typed. */
export function fieldInput(field: Field) {
  const { type, autoComplete, bounds } = field;
  return {
    // A number is typed as text: an input of that type loses other text.
    type:
      type === 'name' || type === 'links' || type === 'people' || type === 'number'
        ? undefined
        : type,
    inputMode: bounds && ('numeric' as const),
    ...(bounds && { placeholder: bounds.join('–') }),
    autoCapitalize: type === 'name' ? 'words' : undefined,
    min: type === 'date' ? '1900-01-01' : undefined,
    minLength: leastLength(field),
    autoComplete,
    required: !isOptional(field),
  };
}

/** The fewest characters that the field's schema takes; undefined without such a rule. */
function leastLength({ draft }: Field): number | undefined {
  const steps: readonly { type?: string; requirement?: unknown }[] =
    'pipe' in draft && Array.isArray(draft.pipe) ? draft.pipe : [];
  const rule = steps.find(({ type }) => type === 'min_length');
  return typeof rule?.requirement === 'number' ? rule.requirement : undefined;
}
