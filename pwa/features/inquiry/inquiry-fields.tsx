import { INQUIRY_TYPES } from '#contract/fields/vocabulary.ts';
import { linkedText } from '#pwa/i18n/linked-text.ts';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import styles from './inquiry-form.module.css';
import { fieldId, type InquiryField, type InquiryText } from './inquiry-text.ts';
import { InquiryTexts } from './inquiry-texts.tsx';
import { PlayerQuestions } from './player-questions.tsx';

interface InquiryFieldsProps {
  /** The initial answers to the questions about the player; null hides these. */
  asked: InquiryText | null;
  /** The initial history; null hides it. */
  history: InquiryText | null;
  /** Whether other people type on this device: the browser then offers nothing that was typed before. */
  isShared?: boolean;
  /** The words of the boxes if a user ticks them for the visitor; the link of `privacy` in square brackets. */
  boxes?: { history: string; privacy: string } | undefined;
  errorOf: (field: InquiryField) => string | undefined;
}

/** The fields of the inquiry form. */
export function InquiryFields({ asked, history, isShared, boxes, errorOf }: InquiryFieldsProps) {
  const { t } = useText();
  return (
    <>
      <InquiryTexts card="contact" isShared={isShared} errorOf={errorOf} />
      <ChoiceField
        name="inquiryType"
        id={fieldId('inquiryType')}
        label={t('contact.form.inquiryType')}
        placeholder={t('contact.form.inquiryTypePlaceholder')}
        choices={INQUIRY_TYPES.map((type) => ({ value: type, label: t(`inquiryType.${type}`) }))}
        error={errorOf('inquiryType')}
        required
      />
      {asked && <PlayerQuestions begin={asked} errorOf={errorOf} />}
      <noscript>
        <InquiryTexts card="player" errorOf={errorOf} />
      </noscript>
      <CheckboxField
        name="includeHistory"
        label={boxes?.history ?? t('contact.form.includeHistory')}
      />
      {history && <HistoryFields begin={history} errorOf={errorOf} />}
      <InquiryTexts card="message" errorOf={errorOf} />
      <div aria-hidden="true" className={styles.trap}>
        <label>
          {t('contact.form.trap')}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <CheckboxField
        name="privacyPolicy"
        id={fieldId('privacyPolicy')}
        label={<PrivacyLabel text={boxes?.privacy ?? t('contact.form.privacyPolicy')} />}
        error={errorOf('privacyPolicy')}
        required
      />
    </>
  );
}

function PrivacyLabel({ text }: { text: string }) {
  const { t, language } = useText();
  const { before, link, after } = linkedText(text);
  return (
    <>
      {before}
      <a href={publicPage('/privacy', language)} target="_blank" rel="noopener">
        {link}
        <span className="visually-hidden">{` (${t('common.newTab')})`}</span>
      </a>
      {after}
    </>
  );
}

interface HistoryFieldsProps {
  /** The initial texts: the values from before the history was hidden. */
  begin: InquiryText;
  errorOf: (field: InquiryField) => string | undefined;
}

/** The fields about a player's history. */
function HistoryFields({ begin, errorOf }: HistoryFieldsProps) {
  const { t } = useText();
  return (
    <fieldset className={styles.history}>
      <legend className="visually-hidden">{t('contact.form.history')}</legend>
      <InquiryTexts card="football" rows={3} begin={begin} errorOf={errorOf} />
    </fieldset>
  );
}
