import { type FormEvent, useRef, useState } from 'react';
import { correctInquiry, type SentInquiry } from '#contract/inquiry-link.ts';
import { INQUIRY_TYPES } from '#contract/vocabulary.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { ChoiceField } from '#pwa/ui/choice-field.tsx';
import { useReportDirty } from '#pwa/ui/dirty-store.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { alertIcon } from '#pwa/ui/site-icons.ts';
import { readCorrection, writeCorrection } from './correction-draft.ts';
import {
  checkInquiry,
  type InquiryErrors,
  type InquiryField,
  readInquiry,
  textOf,
} from './inquiry-text.ts';
import { InquiryTexts } from './inquiry-texts.tsx';
import { PlayerQuestions } from './player-questions.tsx';
import styles from './sent-inquiry-view.module.css';
import { useInquiryErrors } from './use-inquiry-errors.ts';

interface CorrectionFormProps {
  token: string;
  inquiry: SentInquiry;
  onInput: () => void;
  /** Called once the correction has arrived. */
  onDone: () => Promise<void>;
}

/** What was sent, in a form. A correction that has not arrived outlives a reload of this tab. */
export function CorrectionForm({ token, inquiry, onInput, onDone }: CorrectionFormProps) {
  const { t, language } = useText();
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, keepErrors } = useInquiryErrors(form);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const errorOf = useErrorOf<InquiryField>(errors);
  const sent = textOf(inquiry);
  const [draft] = useState(() => readCorrection(token));
  const [isTyped, setTyped] = useState(Object.keys(draft).length > 0);
  const begun = { ...sent, ...draft };
  useReportDirty(isTyped);

  function follow(): void {
    if (!form.current) return;
    writeCorrection(token, readInquiry(form.current, begun));
    setTyped(true);
    onInput();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!form.current || isBusy) return;
    // All fields are on screen. The consent was given with the inquiry.
    const typed = {
      ...readInquiry(form.current, begun),
      includeHistory: true,
      privacyPolicy: true,
    };
    const checked = checkInquiry(typed, { campaign: {}, language, openFor: 0, linkToken: token });
    if ('errors' in checked) return refuse(checked.errors);
    const { currentClub, position, achievements, careerGoals } = checked.body;
    const history = [currentClub, position, achievements, careerGoals];
    const includeHistory = inquiry.includeHistory || history.some(Boolean);
    setBusy(true);
    setFailure(null);
    keepErrors({});
    try {
      await call(correctInquiry, { body: { ...checked.body, includeHistory, token } });
      writeCorrection(token, null);
      setTyped(false);
      await onDone();
    } catch (error) {
      const fields = error instanceof ApiError ? error.problem?.fields : undefined;
      if (fields) refuse(fields as InquiryErrors);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card title={t('sentInquiry.sent')}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onInput={follow}
        onSubmit={(event) => void submit(event)}
      >
        <InquiryTexts card="contact" begin={begun} errorOf={errorOf} />
        <ChoiceField
          name="inquiryType"
          label={t('contact.form.inquiryType')}
          choices={INQUIRY_TYPES.map((type) => ({ value: type, label: t(`inquiryType.${type}`) }))}
          defaultValue={begun.inquiryType}
          error={errorOf('inquiryType')}
          required
        />
        <PlayerQuestions begin={begun} />
        <InquiryTexts card="football" rows={3} begin={begun} errorOf={errorOf} />
        <InquiryTexts card="message" begin={begun} errorOf={errorOf} />
        {failure !== null && (
          <Notice icon={alertIcon} tone="red">
            {failureText(t, failure)} {failure instanceof Unreachable && t('sentInquiry.kept')}
          </Notice>
        )}
        <Button type="submit" size="large" busy={isBusy} busyLabel={t('contact.form.sending')}>
          {t('sentInquiry.correct')}
        </Button>
      </form>
    </Card>
  );
}
