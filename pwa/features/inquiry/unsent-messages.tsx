import { type ReactNode, useState } from 'react';
import { referenceOf } from '#contract/fields/references.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { isInPageOnly } from '#pwa/visitor/outbox.ts';
import { MessageExits } from './message-exits.tsx';
import type { WaitingInquiry } from './send-inquiry.ts';
import styles from './unsent-messages.module.css';
import type { Latest } from './use-inquiry-form.ts';
import { useIntoView } from './use-into-view.ts';
import type { RefusedInquiry, UnsentInquiries } from './use-unsent-inquiries.ts';

interface UnsentMessagesProps {
  unsent: UnsentInquiries;
  /** The message that was sent last. */
  latest: Latest | null;
  /** Another message is on its way to the disk: until it is there, nothing here says "saved". */
  isStoring: boolean;
  /** Puts a refused message back into the form; undefined while the form holds other text. */
  onCorrect: ((inquiry: RefusedInquiry) => void) | undefined;
}

/** The queued and the refused messages of this device. */
export function UnsentMessages({ unsent, latest, isStoring, onCorrect }: UnsentMessagesProps) {
  const { t } = useText();
  const { waiting, refused, discard } = unsent;
  const panel = useIntoView(latest, waiting);
  // Its toast says "try again later": nothing here says that there is no need to.
  const hasFailed = latest?.state === 'failed';
  const discarding = (key: string) => () => discard(key);
  return (
    <div role="status" aria-busy={isStoring} className={styles.messages}>
      {waiting.length > 0 && (
        <div ref={panel} className={classNames(styles.panel, styles.aboveToast)}>
          <Whereabouts count={waiting.length} hasFailed={hasFailed} />
          {waiting.map((inquiry) => (
            <Message
              key={inquiry.key}
              inquiry={inquiry}
              onDiscard={discarding(inquiry.key)}
              exits={<MessageExits inquiry={inquiry} />}
            />
          ))}
          {!hasFailed && !isInPageOnly() && (
            <p className={styles.hint}>{t('contact.waiting.keepOpen')}</p>
          )}
        </div>
      )}
      {refused.length > 0 && (
        <div className={styles.panel}>
          <p>{t('contact.waiting.refused')}</p>
          {refused.map((inquiry) => (
            <Message key={inquiry.key} inquiry={inquiry} onDiscard={discarding(inquiry.key)}>
              {onCorrect && (
                <Button onClick={() => onCorrect(inquiry)}>{t('contact.waiting.edit')}</Button>
              )}
            </Message>
          ))}
        </div>
      )}
    </div>
  );
}

/** Tells where the messages are stored: on the device, or only in this page if its disk refuses. */
function Whereabouts({ count, hasFailed }: { count: number; hasFailed: boolean }) {
  const { t } = useText();
  if (isInPageOnly()) {
    return (
      <>
        <h3>{t('contact.waiting.inPage.title')}</h3>
        <p>{t('contact.waiting.inPage.text')}</p>
      </>
    );
  }
  return (
    <>
      <h3>{t('contact.waiting.title')}</h3>
      <p>{hasFailed ? t('contact.waiting.failed') : t('contact.waiting.count', { count })}</p>
    </>
  );
}

interface MessageProps {
  inquiry: WaitingInquiry;
  onDiscard: () => void;
  /** Other ways to send it. */
  exits?: ReactNode;
  children?: ReactNode;
}

/** One message: a summary that opens to the full text, and Discard with a confirmation. */
function Message({ inquiry, onDiscard, exits, children }: MessageProps) {
  const { t } = useText();
  const [asking, setAsking] = useState(false);
  const { name, email, phone, inquiryType, message } = inquiry.body;
  return (
    <div className={styles.message}>
      <details>
        <summary className={styles.summary}>{message}</summary>
        <p className={styles.hint}>
          {[t(`inquiryType.${inquiryType}`), name, email, phone].filter(Boolean).join(' · ')}
        </p>
        <p className={styles.words}>{message}</p>
        <p className={styles.hint}>
          {t('contact.receipt.reference', { reference: referenceOf(inquiry.key) })}
        </p>
      </details>
      {exits}
      {asking && <p role="alert">{t('contact.waiting.discardQuestion')}</p>}
      <div className={styles.buttons}>
        {asking ? (
          <>
            <Button variant="danger" onClick={onDiscard}>
              {t('contact.waiting.discard')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
          </>
        ) : (
          <>
            {children}
            <Button variant="secondary" onClick={() => setAsking(true)}>
              {t('contact.waiting.discard')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
