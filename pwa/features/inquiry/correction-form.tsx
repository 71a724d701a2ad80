import { type FormEvent, useRef, useState } from 'react';
import { INQUIRY_TYPES } from '#contract/fields/vocabulary.ts';
import type { SentInquiry } from '#contract/inquiry-link.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { checkIcon } from '#pwa/ui/icons/site-icons.ts';
import { isInPageOnly } from '#pwa/visitor/outbox.ts';
import { readCorrection, writeCorrection } from './correction-draft.ts';
import {
  checkInquiry,
  type InquiryErrors,
  type InquiryField,
  readInquiry,
  saysTheSame,
  textOf,
} from './inquiry-text.ts';
import { InquiryTexts } from './inquiry-texts.tsx';
import { PlayerQuestions } from './player-questions.tsx';
import { resultInTime } from './result-in-time.ts';
import { sendCorrection, type WaitingCorrection } from './send-correction.ts';
import styles from './sent-inquiry-view.module.css';
import { StoredNotice } from './stored-notice.tsx';
import { useInquiryErrors } from './use-inquiry-errors.ts';

interface CorrectionFormProps {
  token: string;
  inquiry: SentInquiry;
  /** The correction of it that has not arrived. */
  waiting: WaitingCorrection | null;
  /** The last correction has arrived, and nothing was typed since. */
  hasArrived: boolean;
  onInput: () => void;
  /** Called once a correction is stored, sent or refused. */
  onQueued: () => void;
}

/**
 * The sent message, in a form. Typed text outlives a reload of this tab; a correction that is sent is kept
 * on the device until it has arrived.
 */
export function CorrectionForm({
  token,
  inquiry,
  waiting,
  hasArrived,
  onInput,
  onQueued,
}: CorrectionFormProps) {
  const { t, language } = useText();
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, keepErrors } = useInquiryErrors(form);
  const [isBusy, setBusy] = useState(false);
  const errorOf = useErrorOf<InquiryField>(errors);
  const [draft] = useState(() => readCorrection(token));
  const [isTyped, setTyped] = useState(Object.keys(draft).length > 0);
  const [begun] = useState(() => ({ ...textOf(waiting?.body ?? inquiry), ...draft }));
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
    const text = readInquiry(form.current, begun);
    const typed = {
      ...text,
      includeHistory: true,
      privacyPolicy: true,
    };
    const checked = checkInquiry(typed, { campaign: {}, language, openFor: 0, linkToken: token });
    if ('errors' in checked) return refuse(checked.errors);
    const { linkToken: _, ...body } = checked.body;
    const { currentClub, position, achievements, careerGoals } = body;
    const history = [currentClub, position, achievements, careerGoals];
    const includeHistory = inquiry.includeHistory || history.some(Boolean);
    setBusy(true);
    keepErrors({});
    let isKept = false;
    try {
      const sending = sendCorrection({ playerName: null, ...body, includeHistory, token }, () => {
        isKept = true;
      });
      const soon = await resultInTime(sending);
      const result = isKept ? soon : await sending;
      if (result.kind === 'refused') refuse((result.problem.fields ?? {}) as InquiryErrors);
      const isNewer = form.current && !saysTheSame(readInquiry(form.current, begun), text);
      if (isInPageOnly() || isNewer) return;
      // The device has it now, or the server.
      writeCorrection(token, null);
      setTyped(false);
    } finally {
      onQueued();
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
        <PlayerQuestions begin={begun} errorOf={errorOf} />
        <InquiryTexts card="football" rows={3} begin={begun} errorOf={errorOf} />
        <InquiryTexts card="message" begin={begun} errorOf={errorOf} />
        <div role="status" className={styles.told}>
          {waiting && !isBusy && <StoredNotice entry={waiting} title={t('sentInquiry.kept')} />}
          {hasArrived && !waiting && (
            <p className={styles.done}>
              <Icon shape={checkIcon} />
              {t('sentInquiry.corrected')}
            </p>
          )}
        </div>
        <Button type="submit" size="large" busy={isBusy} busyLabel={t('contact.form.sending')}>
          {t('sentInquiry.correct')}
        </Button>
      </form>
    </Card>
  );
}
