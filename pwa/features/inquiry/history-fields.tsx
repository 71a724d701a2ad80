import { useText } from '#pwa/i18n/text-context.tsx';
import styles from './inquiry-form.module.css';
import type { InquiryField, InquiryText } from './inquiry-text.ts';
import { InquiryTexts } from './inquiry-texts.tsx';

interface HistoryFieldsProps {
  /** The initial texts: the values from before the history was hidden. */
  begin: InquiryText;
  errorOf: (field: InquiryField) => string | undefined;
}

/** The fields about a player's history. */
export function HistoryFields({ begin, errorOf }: HistoryFieldsProps) {
  const { t } = useText();
  return (
    <fieldset className={styles.history}>
      <legend className="visually-hidden">{t('contact.form.history')}</legend>
      <InquiryTexts card="football" rows={3} begin={begin} errorOf={errorOf} />
    </fieldset>
  );
}
