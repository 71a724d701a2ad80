import type { CampaignContext } from '#contract/campaign-link.ts';
import { INQUIRY_TYPES } from '#contract/vocabulary.ts';
import { linkedText } from '#pwa/i18n/linked-text.ts';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { Button } from '#pwa/ui/button.tsx';
import { CheckboxField } from '#pwa/ui/checkbox-field.tsx';
import { ChoiceField } from '#pwa/ui/choice-field.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Icon } from '#pwa/ui/icon.tsx';
import { checkIcon } from '#pwa/ui/icons.ts';
import { TextArea } from '#pwa/ui/text-area.tsx';
import { HistoryFields } from './history-fields.tsx';
import styles from './inquiry-form.module.css';
import type { InquiryField } from './inquiry-text.ts';
import { UnsentMessages } from './unsent-messages.tsx';
import { useInquiryForm } from './use-inquiry-form.ts';
import { useUnsentInquiries } from './use-unsent-inquiries.ts';

export interface InquiryFormProps {
  /** The campaign through which the visit began; asked for when the form is sent (K-03). */
  campaign: () => CampaignContext;
}

/**
 * The inquiry form (§2, F-01 to F-20), and under it the messages that wait on this phone (W-14).
 * `method="dialog"` leads nowhere: a form that is sent before React is there must not put a person's
 * words into the address.
 */
export function InquiryForm({ campaign }: InquiryFormProps) {
  const { t } = useText();
  const unsent = useUnsentInquiries();
  const { form, errors, sending, arrived, dirty, history, submit, follow, correct } =
    useInquiryForm(campaign, unsent);

  const errorOf = useErrorOf<InquiryField>(errors);

  return (
    <>
      <form
        ref={form}
        method="dialog"
        data-inquiry
        noValidate
        aria-labelledby="inquiry-title"
        className={styles.form}
        onInput={follow}
        onSubmit={(event) => void submit(event)}
      >
        <h3 id="inquiry-title" className={styles.title}>
          {t('contact.form.title')}
        </h3>
        <p className={styles.hint}>{t('common.requiredHint')}</p>
        <Field
          name="name"
          label={t('contact.form.name')}
          placeholder={t('contact.form.namePlaceholder')}
          error={errorOf('name')}
          required
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
        />
        <Field
          name="email"
          type="email"
          label={t('contact.form.email')}
          placeholder={t('contact.form.emailPlaceholder')}
          error={errorOf('email')}
          required
          autoComplete="email"
          enterKeyHint="next"
        />
        <Field
          name="phone"
          type="tel"
          label={t('contact.form.phone')}
          placeholder={t('contact.form.phonePlaceholder')}
          error={errorOf('phone')}
          autoComplete="tel"
          enterKeyHint="next"
        />
        <ChoiceField
          name="inquiryType"
          label={t('contact.form.inquiryType')}
          placeholder={t('contact.form.inquiryTypePlaceholder')}
          choices={INQUIRY_TYPES.map((type) => ({ value: type, label: t(`inquiryType.${type}`) }))}
          error={errorOf('inquiryType')}
          required
        />
        <CheckboxField name="includeHistory" label={t('contact.form.includeHistory')} />
        {history && <HistoryFields begin={history} errorOf={errorOf} />}
        <TextArea
          name="message"
          rows={4}
          label={t('contact.form.message')}
          placeholder={t('contact.form.messagePlaceholder')}
          error={errorOf('message')}
          required
        />
        <div aria-hidden="true" className={styles.trap}>
          <label>
            {t('contact.form.trap')}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <CheckboxField
          name="privacyPolicy"
          label={<PrivacyLabel />}
          error={errorOf('privacyPolicy')}
          required
        />
        <Button
          type="submit"
          size="large"
          busy={sending}
          busyLabel={t('contact.form.sending')}
          className={styles.submit}
        >
          {t('contact.form.submit')}
        </Button>
        {arrived && (
          <p className={styles.arrived}>
            <Icon shape={checkIcon} />
            {t('contact.success.description')}
          </p>
        )}
      </form>
      <UnsentMessages unsent={unsent} onCorrect={dirty ? undefined : correct} />
    </>
  );
}

function PrivacyLabel() {
  const { t, language } = useText();
  const { before, link, after } = linkedText(t('contact.form.privacyPolicy'));
  return (
    <>
      {before}
      <a href={publicPage('/privacy', language)} target="_blank" rel="noopener">
        {link}
        <span className="visually-hidden"> ({t('common.newTab')})</span>
      </a>
      {after}
    </>
  );
}
