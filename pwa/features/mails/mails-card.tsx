import { newId } from '#contract/fields/ids.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import {
  MAIL_KINDS,
  type MailFailure,
  type MailReport,
  type OutgoingMail,
  retryMail,
} from '#contract/mails.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { alertIcon, mailIcon } from '#pwa/ui/icons/site-icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import styles from './mails-card.module.css';

interface MailsCardProps {
  report: MailReport | null;
  /** Reads the report again. */
  onChanged: () => void;
}

/** The mails of the server: their number, the queued ones and the failed ones. Nothing before they are read. */
export function MailsCard({ report, onChanged }: MailsCardProps) {
  const { t } = useText();
  if (!report) return null;
  const { enabled, waiting, sent, failed, mails } = report;
  return (
    <Card title={t('mails.title')} className={styles.card}>
      {!enabled && <p className={primitives.soft}>{t('mails.off')}</p>}
      {(enabled || waiting + sent + failed > 0) && (
        <Facts>
          <Fact term={t('mails.waiting')}>{waiting}</Fact>
          <Fact term={t('mails.sent')}>{sent}</Fact>
          <Fact term={t('mails.failed')}>{failed}</Fact>
        </Facts>
      )}
      {mails.length > 0 && (
        <ul className={styles.mails}>
          {mails.map((mail) => (
            <Mail key={mail.id} mail={mail} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Mail({ mail, onChanged }: { mail: OutgoingMail; onChanged: () => void }) {
  const { t } = useText();
  const { id, kind, address, createdAt, state, nextTryAt, failure, answer } = mail;
  const hasFailed = state === 'failed';
  const what = isOneOf(MAIL_KINDS, kind) ? t(`mails.kind.${kind}`) : kind;
  return (
    <li className={styles.mail} data-failed={hasFailed || undefined}>
      <Icon shape={hasFailed ? alertIcon : mailIcon} />
      <div className={styles.words}>
        <p className={styles.address}>{address}</p>
        <p className={styles.when}>
          {what} · {formatMoment(createdAt)}
        </p>
        {failure && <p className={primitives.small}>{t(REASONS[failure])}</p>}
        {answer && <p className={styles.when}>{t('mails.answer', { answer })}</p>}
        {failure && !hasFailed && (
          <p className={styles.when}>{t('mails.nextTry', { moment: formatMoment(nextTryAt) })}</p>
        )}
      </div>
      {hasFailed && <TryAgain id={id} address={address} onChanged={onChanged} />}
    </li>
  );
}

const REASONS: Record<MailFailure, TextKey> = {
  refused: 'mails.reasons.refused',
  later: 'mails.reasons.later',
  unreachable: 'mails.reasons.unreachable',
  'sign-in': 'mails.reasons.signIn',
  sender: 'mails.reasons.sender',
  encryption: 'mails.reasons.encryption',
  other: 'mails.reasons.other',
};

function TryAgain({
  id,
  address,
  onChanged,
}: Pick<OutgoingMail, 'id' | 'address'> & Pick<MailsCardProps, 'onChanged'>) {
  const { t } = useText();
  const { userId } = useMirror();
  const isOffline = useIsOffline();
  const { busy, attempt } = useAttempt();

  async function retry(): Promise<void> {
    const again = () => call(retryMail, { params: { id }, key: newId(), sentFor: userId });
    if (await attempt(again)) showToast({ title: t('mails.retried'), description: address });
    onChanged();
  }

  return (
    <div className={styles.action}>
      <Button
        variant="secondary"
        busy={busy}
        disabled={isOffline}
        aria-label={t('mails.retryFor', { address })}
        onClick={() => void retry()}
      >
        {t('common.retry')}
      </Button>
    </div>
  );
}
