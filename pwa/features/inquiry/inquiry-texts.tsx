import { type Field as FieldOf, textsIn } from '#contract/fields/field-table.ts';
import { INQUIRY_FIELDS } from '#contract/fields/inquiry-fields.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { fieldInput } from '#pwa/ui/fields/field-input.ts';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { fieldId, type InquiryField, type InquiryText } from './inquiry-text.ts';

interface InquiryTextsProps {
  card: 'contact' | 'player' | 'football' | 'message';
  /** Lines of a multiline field. */
  rows?: number;
  /** The initial texts; empty by default. */
  begin?: InquiryText | undefined;
  /** Whether other people type on this device: the browser then offers nothing that was typed before. */
  isShared?: boolean | undefined;
  errorOf: (field: InquiryField) => string | undefined;
}

/** The text fields of one part of the inquiry form. */
export function InquiryTexts({ card, rows = 4, begin, isShared, errorOf }: InquiryTextsProps) {
  const { t } = useText();
  return textsIn(INQUIRY_FIELDS, card).map((name) => {
    const field: FieldOf = INQUIRY_FIELDS[name];
    const { required, ...input } = fieldInput(field);
    const props = {
      name,
      id: fieldId(name),
      label: t(`contact.form.${name}`),
      placeholder: t(`contact.form.${name}Placeholder`),
      defaultValue: begin?.[name],
      error: errorOf(name),
      required,
      ...(isShared && { autoComplete: 'off' }),
    };
    return field.multiline ? (
      <TextArea key={name} {...props} minLength={input.minLength} rows={rows} />
    ) : (
      <Field key={name} {...input} {...props} enterKeyHint="next" />
    );
  });
}
