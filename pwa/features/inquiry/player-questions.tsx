import { WRITERS, YES_NO } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import type { InquiryText } from './inquiry-text.ts';

/** Asks who writes, and whether the player is under 18. Both answers are optional. */
export function PlayerQuestions({ begin }: { begin?: InquiryText }) {
  const { t } = useText();
  return (
    <>
      <ChoiceField
        name="writtenBy"
        label={t('contact.form.writtenBy')}
        placeholder={t('contact.form.inquiryTypePlaceholder')}
        choices={WRITERS.map((value) => ({ value, label: t(`writtenBy.${value}`) }))}
        defaultValue={begin?.writtenBy}
      />
      <ChoiceField
        name="under18"
        label={t('contact.form.under18')}
        placeholder={t('contact.form.inquiryTypePlaceholder')}
        choices={YES_NO.map((value) => ({ value, label: t(`common.${value}`) }))}
        defaultValue={begin?.under18}
      />
    </>
  );
}
