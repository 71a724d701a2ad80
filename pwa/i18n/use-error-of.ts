import { fieldMessage } from './field-message.ts';
import { useText } from './text-context.tsx';
import type { TextKey } from './text-key.ts';

/** The errors of a form: the contract's English message, or react-hook-form's object around it. */
type FieldError = string | { message?: string | undefined } | undefined;
type Errors<Field extends string> = { readonly [Name in Field]?: FieldError };

/**
 * A function from a field's name to the text of its error, or undefined where the field is valid.
 *
 * @param keyOf the text key of an English message
 */
export function useErrorOf<Field extends string>(
  errors: Errors<Field>,
  keyOf: (message: string) => TextKey = fieldMessage,
): (field: Field) => string | undefined {
  const { t } = useText();
  return (field) => {
    const error: FieldError = errors[field];
    const message = typeof error === 'object' ? error.message : error;
    return message && t(keyOf(message));
  };
}
