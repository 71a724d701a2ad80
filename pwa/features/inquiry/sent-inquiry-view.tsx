import { useCallback, useEffect, useRef, useState } from 'react';
import { readSentInquiry, type SentInquiry, withdrawInquiry } from '#contract/inquiry-link.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { publicMoment } from '#pwa/i18n/public-dates.ts';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { waitBeforeRetry } from '#pwa/lib/backoff.ts';
import { onReturn } from '#pwa/lib/on-return.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { blockIcon, clockIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { alertIcon, checkIcon } from '#pwa/ui/site-icons.ts';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { keepSending } from '#pwa/visitor/keep-sending.ts';
import { onSettled } from '#pwa/visitor/settled.ts';
import type { SendResult } from '#pwa/visitor/visitor-entry.ts';
import { CorrectionForm } from './correction-form.tsx';
import { CorrectionNotice } from './correction-notice.tsx';
import {
  forgetInquiry,
  isCorrection,
  type WaitingCorrection,
  waitingCorrection,
} from './send-correction.ts';
import styles from './sent-inquiry-view.module.css';

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
    (kind: SendResult['kind']) => {
      setCorrected(kind === 'sent');
      // A refused one may be of an inquiry that was withdrawn meanwhile.
      void read();
    },
    [read],
  );
  const { waiting, look } = useWaitingCorrection(token, answered);

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
      {inquiry === null && failure === null && <Spinner label={t('common.loading')} />}
      {waiting && !inquiry && <CorrectionNotice problem={waiting.problem} />}
      {inquiry && waiting !== undefined && (
        <>
          <Standing inquiry={inquiry} />
          {inquiry.withdrawnAt === null && (
            <>
              <CorrectionForm
                token={token}
                inquiry={inquiry}
                waiting={waiting}
                hasArrived={isCorrected}
                onInput={() => setCorrected(false)}
                onQueued={look}
              />
              <Withdrawal token={token} onDone={() => void read()} />
            </>
          )}
        </>
      )}
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

/** The correction that has not arrived, kept current; undefined until it was looked for. */
function useWaitingCorrection(token: string, onAnswer: (kind: SendResult['kind']) => void) {
  const [waiting, setWaiting] = useState<WaitingCorrection | null>();
  const look = useCallback(() => {
    waitingCorrection(token).then(setWaiting).catch(console.error);
  }, [token]);
  useEffect(() => {
    keepSending();
    look();
    return onSettled((entry, { kind }) => {
      if (!isCorrection(entry, token)) return;
      look();
      onAnswer(kind);
    });
  }, [token, look, onAnswer]);
  return { waiting, look };
}

function isUnknown(failure: unknown): boolean {
  return failure instanceof ApiError && failure.problem?.code === 'link-not-found';
}

/** What has become of it, and until when an answer comes. */
function Standing({ inquiry }: { inquiry: SentInquiry }) {
  const { t, language } = useText();
  const { reference, createdAt, replyBy, isAnswered, withdrawnAt } = inquiry;
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
      {reference && t('contact.receipt.reference', { reference })}
    </Notice>
  );
}

function HomeLink() {
  const { t, language } = useText();
  return (
    <ButtonLink variant="secondary" href={publicPage('/', language)}>
      {t('notFound.home')}
    </ButtonLink>
  );
}

/** Takes the inquiry back, after a question. */
function Withdrawal({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useText();
  const [state, setState] = useState<'idle' | 'asking' | 'busy'>('idle');
  const [failure, setFailure] = useState<unknown>(null);

  async function withdraw(): Promise<void> {
    setState('busy');
    setFailure(null);
    try {
      await call(withdrawInquiry, { body: { token } });
      onDone();
    } catch (error) {
      setFailure(error);
      setState('asking');
    }
  }

  return (
    <Card title={t('sentInquiry.withdraw.title')}>
      <p>{t('sentInquiry.withdraw.text')}</p>
      {failure !== null && (
        <Notice icon={alertIcon} tone="red">
          {failureText(t, failure)}
        </Notice>
      )}
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
