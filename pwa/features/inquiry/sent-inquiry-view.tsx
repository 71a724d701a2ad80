import { useCallback, useEffect, useRef, useState } from 'react';
import { readSentInquiry, type SentInquiry, withdrawInquiry } from '#contract/inquiry-link.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { publicMoment } from '#pwa/i18n/public-dates.ts';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { onReturn } from '#pwa/lib/on-return.ts';
import { waitBeforeRetry } from '#pwa/lib/time/backoff.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { blockIcon, clockIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon, checkIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { keepSending } from '#pwa/visitor/keep-sending.ts';
import { dropEntry, keepEntry, sendEntry, unsentEntries } from '#pwa/visitor/outbox.ts';
import { onSettled } from '#pwa/visitor/settled.ts';
import type { SendResult, VisitorEntry } from '#pwa/visitor/visitor-entry.ts';
import { CorrectionForm } from './correction-form.tsx';
import { OpeningInquiry } from './opening-inquiry.tsx';
import { resultInTime } from './result-in-time.ts';
import {
  dropCorrections,
  forgetInquiry,
  isCorrection,
  type WaitingCorrection,
  waitingCorrection,
} from './send-correction.ts';
import styles from './sent-inquiry-view.module.css';
import { StoredNotice } from './stored-notice.tsx';

/** What a visitor has sent, to see, correct and withdraw it. */
export function SentInquiryView({ token }: { token: string }) {
  const { t } = useText();
  const [inquiry, setInquiry] = useState<SentInquiry | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isCorrected, setCorrected] = useState(false);

  const read = useCallback(async () => {
    try {
      const sent = await call(readSentInquiry, { body: { token } });
      if (sent.withdrawnAt !== null) void forgetInquiry(token);
      setInquiry(sent);
      setFailure(null);
    } catch (error) {
      setFailure(error);
      if (!isUnknown(error)) return;
      void forgetInquiry(token);
      setInquiry(null);
    }
  }, [token]);
  useEffect(() => void read(), [read]);

  const answered = useCallback(
    (isOfForm: boolean) => {
      setCorrected(isOfForm);
      // A refusal may concern an inquiry that was withdrawn meanwhile.
      return read();
    },
    [read],
  );
  const { waiting, withdrawal, look } = useUnsent(token, answered);

  const isCutOff = failure !== null && !isUnknown(failure);
  const isRetrying = useRef(false);
  const retry = useCallback(() => {
    // Its own answer says that there is a signal.
    if (isRetrying.current) return;
    isRetrying.current = true;
    void read().finally(() => {
      isRetrying.current = false;
    });
  }, [read]);
  useRetries(isCutOff && failure, retry);

  // While a withdrawal waits, nothing else can be done.
  const isOpen = !inquiry?.withdrawnAt && (withdrawal === null || withdrawal?.problem);

  function again(): void {
    setFailure(null);
    retry();
  }

  return (
    <article className={styles.page}>
      <h1>{t('sentInquiry.title')}</h1>
      {failure !== null && (
        <Notice
          icon={alertIcon}
          tone="red"
          actions={isCutOff ? <Button onClick={again}>{t('common.retry')}</Button> : <HomeLink />}
        >
          {isUnknown(failure) ? t('sentInquiry.notFound') : failureText(t, failure)}
        </Notice>
      )}
      {inquiry === null && failure === null && <OpeningInquiry />}
      {withdrawal && <StoredNotice entry={withdrawal} title={t('sentInquiry.withdraw.kept')} />}
      {waiting && !inquiry && <StoredNotice entry={waiting} title={t('sentInquiry.kept')} />}
      {inquiry && !withdrawal && <Standing inquiry={inquiry} />}
      {inquiry && waiting !== undefined && isOpen && (
        <CorrectionForm
          token={token}
          inquiry={inquiry}
          waiting={waiting}
          hasArrived={isCorrected}
          onInput={() => setCorrected(false)}
          onQueued={look}
        />
      )}
      {(inquiry || isCutOff) && isOpen && <Withdrawal token={token} onQueued={look} />}
    </article>
  );
}

/**
 * Retries by itself while something has failed: with backoff, and at once when there is a signal.
 *
 * @param failure a new one after each try; false if there is none
 */
function useRetries(failure: unknown, retry: () => void): void {
  const failures = useRef(0);
  useEffect(() => {
    if (!failure) {
      failures.current = 0;
      return;
    }
    failures.current += 1;
    const timer = setTimeout(retry, waitBeforeRetry(failures.current));
    const stop = onReturn(retry);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [failure, retry]);
}

/** The unsent correction and withdrawal, kept current; undefined until they are read. */
function useUnsent(token: string, onAnswer: (isOfForm: boolean) => Promise<void>) {
  const [waiting, setWaiting] = useState<WaitingCorrection | null>();
  const [withdrawal, setWithdrawal] = useState<VisitorEntry | null>();
  const look = useCallback(() => {
    waitingCorrection(token).then(setWaiting).catch(console.error);
    waitingWithdrawal(token).then(setWithdrawal).catch(console.error);
  }, [token]);
  useEffect(() => {
    keepSending();
    look();
    return onSettled((entry, { kind }) => {
      const isOfForm = isCorrection(entry, token);
      if (!isOfForm && !isWithdrawal(entry, token)) return;
      if (isOfForm) look();
      // A withdrawal counts as queued until the page shows its result, so that the form does not come back.
      void onAnswer(isOfForm && kind === 'sent').then(look);
    });
  }, [token, look, onAnswer]);
  return { waiting, withdrawal, look };
}

function isUnknown(failure: unknown): boolean {
  return failure instanceof ApiError && failure.problem?.code === 'link-not-found';
}

/** The state of the inquiry, and the time by which an answer comes. */
function Standing({ inquiry }: { inquiry: SentInquiry }) {
  const { t, language } = useText();
  const { reference, createdAt, replyBy, isRead, isAnswered, withdrawnAt } = inquiry;
  if (withdrawnAt !== null) {
    return (
      <Notice icon={blockIcon} title={t('sentInquiry.withdrawn.title')} actions={<HomeLink />}>
        {t('sentInquiry.withdrawn.text', { moment: publicMoment(language, withdrawnAt) })}
      </Notice>
    );
  }
  const moment = new Date(replyBy).toLocaleString(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (
    <Notice
      icon={isAnswered ? checkIcon : clockIcon}
      title={isAnswered ? t('sentInquiry.answered') : t('contact.receipt.title', { moment })}
    >
      {t('sentInquiry.arrived', { moment: publicMoment(language, createdAt) })}{' '}
      {isRead && !isAnswered && `${t('sentInquiry.read')} `}
      {reference && t('contact.receipt.reference', { reference })}
    </Notice>
  );
}

function HomeLink() {
  const { t, language } = useText();
  return (
    <ButtonLink variant="secondary" href={publicPage('/', language)}>
      {t('common.home')}
    </ButtonLink>
  );
}

interface WithdrawalProps {
  token: string;
  /** Called once it is stored, sent or refused. */
  onQueued: () => void;
}

/** Takes the inquiry back, after a question. */
function Withdrawal({ token, onQueued }: WithdrawalProps) {
  const { t } = useText();
  const [state, setState] = useState<'idle' | 'asking' | 'busy'>('idle');

  async function withdraw(): Promise<void> {
    setState('busy');
    await resultInTime(sendWithdrawal(token));
    onQueued();
    setState('asking');
  }

  return (
    <Card title={t('sentInquiry.withdraw.title')}>
      <p>{t('sentInquiry.withdraw.text')}</p>
      <div className={styles.buttons}>
        {state === 'idle' ? (
          <Button variant="secondary" onClick={() => setState('asking')}>
            {t('sentInquiry.withdraw.action')}
          </Button>
        ) : (
          <>
            <p role="alert">{t('sentInquiry.withdraw.question')}</p>
            <Button variant="danger" busy={state === 'busy'} onClick={() => void withdraw()}>
              {t('sentInquiry.withdraw.confirm')}
            </Button>
            <Button variant="secondary" onClick={() => setState('idle')}>
              {t('common.cancel')}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

/** A withdrawal by a private link in the outbox of this device: queued or refused. */
interface WaitingWithdrawal extends VisitorEntry {
  body: { token: string };
}

/**
 * Stores a withdrawal in the outbox, in place of the corrections that wait for the same link, then sends
 * it. A result of `waiting` is retried automatically.
 */
async function sendWithdrawal(token: string): Promise<SendResult> {
  const refused = await waitingWithdrawal(token);
  const { path } = withdrawInquiry;
  const call = { path, body: { token } };
  const key = await keepEntry(call);
  if (refused) await dropEntry(refused.key);
  await dropCorrections(token);
  return sendEntry(key, { key, ...call });
}

/** The withdrawal that waits, or was refused, for a private link; null if there is none. */
async function waitingWithdrawal(token: string): Promise<WaitingWithdrawal | null> {
  return (await unsentEntries()).find((entry) => isWithdrawal(entry, token)) ?? null;
}

/** True for a withdrawal by this private link. */
function isWithdrawal(entry: VisitorEntry, token: string): entry is WaitingWithdrawal {
  return entry.path === withdrawInquiry.path && (entry as WaitingWithdrawal).body.token === token;
}
