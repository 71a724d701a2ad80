import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { newLinkToken } from '#contract/fields/ids.ts';
import type { CampaignContext } from '#contract/paths/campaign-link.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { Button } from '#pwa/ui/button.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { isInPageOnly } from '#pwa/visitor/outbox.ts';
import type { SendResult } from '#pwa/visitor/visitor-entry.ts';
import { InquiryFields } from './inquiry-fields.tsx';
import styles from './inquiry-form.module.css';
import {
  BLANK_INQUIRY,
  checkInquiry,
  fillInquiry,
  type InquiryErrors,
  type InquiryField,
  type InquirySetting,
  type InquiryText,
  isAboutPlayer,
  readInquiry,
  textOf,
} from './inquiry-text.ts';
import { resultInTime } from './result-in-time.ts';
import { sendInquiry, type WaitingInquiry } from './send-inquiry.ts';
import { useInquiryErrors } from './use-inquiry-errors.ts';

interface StandFormProps {
  campaign: CampaignContext;
  /** True if the visitor writes here, in the language on screen; false if a user enters a visitor's message. */
  isVisitorHere: boolean;
  /** Fills in the empty fields. */
  known?: Partial<InquiryText>;
  /** Called after every input. */
  onTyped?: (text: InquiryText) => void;
  /** The key that the inquiry gets; a new one by default. */
  newKey?: () => string;
  submitLabel: string;
  /** Called once the message has arrived, or is on this device. */
  onDone: (inquiry: WaitingInquiry, hasArrived: boolean) => void;
}

/**
 * The inquiry form on the agent's device, for one visitor: no draft of it outlives it, and the browser offers nothing
 * that another visitor has typed.
 */
export function StandForm({
  campaign,
  isVisitorHere,
  known,
  onTyped,
  newKey,
  submitLabel,
  onDone,
}: StandFormProps) {
  const { t, language } = useText();
  const form = useRef<HTMLFormElement>(null);
  const text = useRef(BLANK_INQUIRY);
  const [openedAt] = useState(() => performance.now());
  /** The initial texts of the questions that are on screen, as in the public form. */
  const [asked, setAsked] = useState<InquiryText | null>(null);
  const [history, setHistory] = useState<InquiryText | null>(null);
  const { errors, refuse, keepErrors } = useInquiryErrors(form);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const errorOf = useErrorOf<InquiryField>(errors);

  const fill = useEffectEvent((filled: Partial<InquiryText>) => {
    if (!form.current) return;
    fillInquiry(form.current, filled);
    // Fields that appear later start with these texts.
    const given = Object.entries(textOf(filled)).filter(([, value]) => value);
    follow({ ...text.current, ...Object.fromEntries(given) });
  });
  useEffect(() => {
    if (known) fill(known);
  }, [known]);

  function check(before = text.current) {
    if (form.current) text.current = readInquiry(form.current, before);
    const setting: InquirySetting = { campaign };
    if (isVisitorHere) {
      setting.language = language;
      setting.openFor = Math.round(performance.now() - openedAt);
      setting.linkToken = newLinkToken();
    }
    return checkInquiry(text.current, setting);
  }

  /** Removes the errors of corrected fields, and shows the questions that belong to the choice. */
  function follow(before?: InquiryText): void {
    const checked = check(before);
    const typed = text.current;
    setAsked((begun) => (isAboutPlayer(typed) ? (begun ?? typed) : null));
    setHistory((begun) => (typed.includeHistory ? (begun ?? typed) : null));
    keepErrors('errors' in checked ? checked.errors : {});
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const checked = check();
    if (isBusy) return;
    if ('errors' in checked) return refuse(checked.errors);
    setBusy(true);
    setFailed(false);
    let kept: WaitingInquiry | undefined;
    const onStored = (entry: WaitingInquiry) => {
      kept = entry;
    };
    try {
      const result = sendInquiry(checked.body, {
        replaces: null,
        onStored,
        newKey: newKey?.(),
        isShared: true,
      });
      const soon = await resultInTime(result);
      finish(kept, kept ? soon : await result);
    } catch (error) {
      console.error(error);
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  function finish(kept: WaitingInquiry | undefined, result: SendResult): void {
    if (result.kind === 'refused') {
      refuse((result.problem.fields ?? {}) as InquiryErrors);
      setFailed(!result.problem.fields);
      // The disk has refused it: closing the page would lose it, so its text stays.
    } else if (result.kind === 'waiting' && isInPageOnly()) setFailed(true);
    else if (kept) onDone(kept, result.kind === 'sent');
  }

  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      className={styles.form}
      onInput={() => {
        follow();
        onTyped?.(text.current);
      }}
      onSubmit={(event) => void submit(event)}
    >
      <p className={styles.hint}>{t('common.requiredHint')}</p>
      <InquiryFields
        asked={asked}
        history={history}
        isShared
        boxes={
          isVisitorHere
            ? undefined
            : { history: t('message.history'), privacy: t('message.privacy') }
        }
        errorOf={(field) => {
          const error = errorOf(field);
          const isUsers = field === 'privacyPolicy' && !isVisitorHere;
          return error && isUsers ? t('message.privacyError') : error;
        }}
      />
      {hasFailed && (
        <Notice icon={alertIcon} tone="red">
          <p role="alert">{t('contact.error.description')}</p>
        </Notice>
      )}
      <Button type="submit" size="large" busy={isBusy} busyLabel={t('contact.form.sending')}>
        {submitLabel}
      </Button>
    </form>
  );
}
