import type { ChangeEvent, KeyboardEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Field } from '#contract/fields/field-table.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { ChoiceField } from './choice-field.tsx';
import type { ControlFrameProps } from './control-frame.tsx';
import { fieldInput } from './field-input.ts';
import { OfferingField } from './offering-field.tsx';

interface TypedInputProps
  extends Pick<ControlFrameProps, 'label' | 'error'>,
    Partial<Pick<UseFormRegisterReturn, 'name' | 'ref' | 'onBlur'>> {
  field: Field;
  placeholder?: string | undefined;
  /** Texts that a text field offers. */
  choices?: readonly string[];
  value?: string | number | undefined;
  autoFocus?: boolean;
  onChange?: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => unknown;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** The control for a field of one line or of a few words. */
export function TypedInput({ field, choices = [], placeholder, ...props }: TypedInputProps) {
  const { t } = useText();
  if (field.choices) {
    const words = field.choices.map((value) => ({ value, label: wordText(t, 'choices', value) }));
    return <ChoiceField {...props} placeholder={t('applicationDetail.notGiven')} choices={words} />;
  }
  return (
    <OfferingField
      {...props}
      placeholder={placeholder}
      {...fieldInput(field)}
      choices={choices}
      autoComplete="off"
    />
  );
}
