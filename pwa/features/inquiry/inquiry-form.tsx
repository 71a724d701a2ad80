import { INQUIRY_FORM_PATH } from '#contract/inquiry.ts';
import type { CampaignContext } from '#contract/paths/campaign-link.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { Button } from '#pwa/ui/button.tsx';
import { InquiryFields } from './inquiry-fields.tsx';
import styles from './inquiry-form.module.css';
import type { InquiryField } from './inquiry-text.ts';
import { ReceiptList } from './receipt-list.tsx';
import { UnsentMessages } from './unsent-messages.tsx';
import { useInquiryForm } from './use-inquiry-form.ts';
import { useReceipts } from './use-receipts.ts';
import { useUnsentInquiries } from './use-unsent-inquiries.ts';

export interface InquiryFormProps {
  /** Gives the campaign of this visit; called when the form is sent. */
  campaign: () => CampaignContext;
}

/**
 * The inquiry form, and under it the unsent messages of this device and the receipts of those that have
 * arrived. Without JavaScript the browser checks and posts it; a submit before the hydration waits for it (loader.ts).
 */
export function InquiryForm({ campaign }: InquiryFormProps) {
  const { t, language } = useText();
  const unsent = useUnsentInquiries();
  const receipts = useReceipts();
  const { form, errors, step, latest, dirty, history, asked, submit, follow, correct } =
    useInquiryForm(campaign, unsent);
  const waiting = unsent.waiting.filter(({ key }) => {
    // The list of unsent messages is read anew from the disk, a moment after the receipt is here.
    const hasArrived = receipts.receipts.some((receipt) => receipt.key === key);
    return !hasArrived && !(key === latest?.key && latest.state === 'new');
  });

  const errorOf = useErrorOf<InquiryField>(errors);

  return (
    <>
      <form
        ref={form}
        method="post"
        action={INQUIRY_FORM_PATH}
        data-inquiry
        aria-labelledby="inquiry-title"
        className={styles.form}
        onInput={follow}
        onSubmit={(event) => void submit(event)}
      >
        <h3 id="inquiry-title" className={styles.title}>
          {t('contact.form.title')}
        </h3>
        <p className={styles.hint}>{t('common.requiredHint')}</p>
        <input type="hidden" name="language" value={language} />
        <InquiryFields asked={asked} history={history} errorOf={errorOf} />
        <Button
          type="submit"
          size="large"
          busy={step !== 'idle'}
          busyLabel={t('contact.form.sending')}
          className={styles.submit}
        >
          {t('contact.form.submit')}
        </Button>
      </form>
      <UnsentMessages
        unsent={{ ...unsent, waiting }}
        latest={latest}
        isStoring={step === 'storing'}
        onCorrect={dirty ? undefined : correct}
      />
      <ReceiptList {...receipts} latest={latest} />
    </>
  );
}

/** The state of the messages of this device, when the form itself has failed. */
export function InquiryOutcomes() {
  const unsent = useUnsentInquiries();
  const receipts = useReceipts();
  return (
    <>
      <UnsentMessages unsent={unsent} latest={null} isStoring={false} onCorrect={undefined} />
      <ReceiptList {...receipts} latest={null} />
    </>
  );
}
