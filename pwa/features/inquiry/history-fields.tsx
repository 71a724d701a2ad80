import { useText } from '#pwa/i18n/text-context.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { TextArea } from '#pwa/ui/text-area.tsx';
import styles from './inquiry-form.module.css';
import type { HistoryField, InquiryText } from './inquiry-text.ts';

interface HistoryFieldsProps {
  /** What was typed before, when the history was included, left out and included again. */
  begin: Pick<InquiryText, HistoryField>;
  errorOf: (field: HistoryField) => string | undefined;
}

/** The four fields about a player's history (F-04). */
export function HistoryFields({ begin, errorOf }: HistoryFieldsProps) {
  const { t } = useText();
  const field = (name: HistoryField) => ({
    name,
    label: t(`contact.form.${name}`),
    placeholder: t(`contact.form.${name}Placeholder`),
    defaultValue: begin[name],
    error: errorOf(name),
  });
  return (
    <fieldset className={styles.history}>
      <legend className="visually-hidden">{t('contact.form.history')}</legend>
      <Field {...field('currentClub')} enterKeyHint="next" />
      <Field {...field('position')} enterKeyHint="next" />
      <TextArea {...field('achievements')} rows={3} />
      <TextArea {...field('careerGoals')} rows={3} />
    </fieldset>
  );
}
