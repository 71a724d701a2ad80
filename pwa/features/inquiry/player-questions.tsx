import { useState } from 'react';
import { isForAnother } from '#contract/fields/inquiry-fields.ts';
import { WRITERS, YES_NO } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import type { InquiryField, InquiryText } from './inquiry-text.ts';
import { InquiryTexts } from './inquiry-texts.tsx';

interface PlayerQuestionsProps {
  /** The initial answers. */
  begin: InquiryText;
  errorOf: (field: InquiryField) => string | undefined;
}

/** Asks who writes, the name of the player if it is another person, and whether the player is under 18. All optional. */
export function PlayerQuestions({ begin, errorOf }: PlayerQuestionsProps) {
  const { t } = useText();
  const [writtenBy, setWrittenBy] = useState(begin.writtenBy);
  return (
    <>
      <ChoiceField
        name="writtenBy"
        label={t('contact.form.writtenBy')}
        placeholder={t('contact.form.inquiryTypePlaceholder')}
        choices={WRITERS.map((value) => ({ value, label: t(`writtenBy.${value}`) }))}
        defaultValue={begin.writtenBy}
        onInput={(event) => setWrittenBy(event.currentTarget.value)}
      />
      {/* Stays in the form while hidden, with what was typed. */}
      <div hidden={!isForAnother({ writtenBy })}>
        <InquiryTexts card="player" begin={begin} errorOf={errorOf} />
      </div>
      <ChoiceField
        name="under18"
        label={t('contact.form.under18')}
        placeholder={t('contact.form.inquiryTypePlaceholder')}
        choices={YES_NO.map((value) => ({ value, label: t(`common.${value}`) }))}
        defaultValue={begin.under18}
      />
    </>
  );
}
