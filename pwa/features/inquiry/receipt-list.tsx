import { useState } from 'react';
import { REPLY_WITHIN } from '#contract/fields/inquiry-fields.ts';
import { referenceOf } from '#contract/fields/references.ts';
import { weekdayAndTime } from '#pwa/i18n/public-dates.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { copyText } from '#pwa/lib/text/clipboard.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import type { Receipt } from '#pwa/visitor/receipts.ts';
import { privateLink } from './private-link.ts';
import styles from './unsent-messages.module.css';
import type { Latest } from './use-inquiry-form.ts';
import { useIntoView } from './use-into-view.ts';
import type { Receipts } from './use-receipts.ts';

/**
 * For each inquiry that has arrived: until when an answer comes, its reference and its private link.
 *
 * @param latest the message that was sent last
 */
export function ReceiptList({ receipts, drop, latest }: Receipts & { latest: Latest | null }) {
  const list = useIntoView(latest, receipts);
  return (
    <div ref={list} role="status" className={styles.aboveToast}>
      {receipts.map((receipt) => (
        <Panel key={receipt.key} receipt={receipt} onHide={() => drop(receipt)} />
      ))}
    </div>
  );
}

function Panel({ receipt, onHide }: { receipt: Receipt; onHide: () => void }) {
  const { t, language } = useText();
  const [copied, setCopied] = useState(false);
  const { key, linkToken, arrivedAt } = receipt;
  const link = linkToken && privateLink(language, linkToken);
  return (
    <div className={classNames(styles.panel, styles.sent)}>
      <h3>
        {t('contact.receipt.title', { moment: weekdayAndTime(language, arrivedAt + REPLY_WITHIN) })}
      </h3>
      <p>{t('contact.receipt.reference', { reference: referenceOf(key) })}</p>
      {link && <p className={styles.hint}>{t('contact.receipt.link')}</p>}
      <div className={styles.buttons}>
        {link && (
          <>
            <ButtonLink variant="secondary" href={link} rel="noreferrer">
              {t('contact.receipt.open')}
            </ButtonLink>
            <Button
              variant="secondary"
              onClick={() => void copyText(link).then(setCopied, console.error)}
            >
              {t(copied ? 'contact.receipt.copied' : 'contact.receipt.copy')}
            </Button>
          </>
        )}
        <Button variant="secondary" onClick={onHide}>
          {t('contact.receipt.hide')}
        </Button>
      </div>
    </div>
  );
}
