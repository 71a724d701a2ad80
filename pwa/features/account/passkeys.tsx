import { useState } from 'react';
import {
  makeRecoveryCodes,
  type Passkey,
  readSecondFactor,
  removePasskey,
} from '#contract/accounts/passkeys.ts';
import { call } from '#pwa/api/call.ts';
import { useServerState } from '#pwa/api/use-server-state.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay } from '#pwa/lib/time/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { keyIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { accountCall } from './account-call.ts';
import listStyles from './device-list.module.css';
import { NewPasskeyForm } from './new-passkey-form.tsx';
import { NotRead } from './not-read.tsx';
import styles from './passkeys.module.css';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** What the person is asked about: removing a passkey, or ending the recovery codes. */
type Question = Passkey | 'codes' | null;

/** At this number of codes or fewer the page asks for new recovery codes. */
const FEW_CODES = 2;

/** The own passkeys and recovery codes: lists, adds, removes. */
export function Passkeys() {
  const { t } = useText();
  const isOffline = useIsOffline();
  const { value: factor, failure, load } = useServerState(readOwn);
  const [question, setQuestion] = useState<Question>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);

  function changed(made: readonly string[]): void {
    setQuestion(null);
    setCodes(made);
    load();
  }

  if (!factor) {
    return (
      <Card title={t('account.passkeys.title')}>
        <NotRead subject="passkeys" failed={failure !== null} onRetry={load} />
      </Card>
    );
  }
  const { passkeys, recoveryCodes, required } = factor;
  const isLastRequired = required && passkeys.length === 1;
  return (
    <Card title={t('account.passkeys.title')}>
      <p className={primitives.intro}>{t('account.passkeys.text')}</p>
      {passkeys.length > 0 && (
        <ul className={listStyles.devices}>
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              disabled={isOffline || isLastRequired}
              onRemove={() => setQuestion(passkey)}
            />
          ))}
        </ul>
      )}
      {isLastRequired && <p className={primitives.intro}>{t('account.passkeys.required')}</p>}
      {passkeys.length > 0 && recoveryCodes <= FEW_CODES && (
        <Notice tone="amber">{t('account.passkeys.codes.few')}</Notice>
      )}
      {passkeys.length > 0 && (
        <div className={styles.codes}>
          <p>{t('account.passkeys.codes.left', { count: recoveryCodes })}</p>
          <Button variant="secondary" disabled={isOffline} onClick={() => setQuestion('codes')}>
            {t('account.passkeys.codes.renew')}
          </Button>
        </div>
      )}
      <NewPasskeyForm onAdded={changed} />
      {question !== null && (
        <Ask
          question={question}
          isLast={passkeys.length === 1}
          onClose={() => setQuestion(null)}
          onDone={changed}
        />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Card>
  );
}

function readOwn(signal: AbortSignal) {
  return accountCall(call(readSecondFactor, { signal }));
}

interface RowProps {
  passkey: Passkey;
  disabled: boolean;
  onRemove: () => void;
}

function Row({ passkey: { name, createdAt, lastUsedAt }, disabled, onRemove }: RowProps) {
  const { t } = useText();
  const used = lastUsedAt
    ? t('account.passkeys.lastUsed', { date: formatDay(lastUsedAt) })
    : t('account.passkeys.neverUsed');
  return (
    <li className={listStyles.device}>
      <Icon shape={keyIcon} />
      <div>
        <p className={listStyles.name}>{name}</p>
        <p className={primitives.hint}>
          {t('account.passkeys.since', { date: formatDay(createdAt) })} · {used}
        </p>
      </div>
      <Button variant="secondary" disabled={disabled} onClick={onRemove}>
        {t('account.passkeys.remove')}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  );
}

interface AskProps {
  question: NonNullable<Question>;
  isLast: boolean;
  onClose: () => void;
  /** Gets the new recovery codes, if there are any. */
  onDone: (codes: readonly string[]) => void;
}

function Ask({ question, isLast, onClose, onDone }: AskProps) {
  const { t } = useText();
  const { busy, attempt } = useAttempt();
  const words =
    question === 'codes'
      ? {
          title: t('account.passkeys.codes.renewTitle'),
          description: t('account.passkeys.codes.renewText'),
          confirmLabel: t('account.passkeys.codes.renew'),
        }
      : {
          title: t('account.passkeys.removeTitle', { name: question.name }),
          description: `${t('account.passkeys.removeText')} ${isLast ? t('account.passkeys.removeLastText') : ''}`,
          confirmLabel: t('account.passkeys.remove'),
        };

  async function confirm(): Promise<void> {
    const isDone = await attempt(async () => onDone(await answer(question)));
    if (isDone && question !== 'codes') showToast({ title: t('account.passkeys.removed') });
  }

  return (
    <ConfirmDialog {...words} busy={busy} onClose={onClose} onConfirm={() => void confirm()} />
  );
}

async function answer(question: NonNullable<Question>): Promise<readonly string[]> {
  if (question === 'codes') {
    return (await accountCall(call(makeRecoveryCodes, {}))).recoveryCodes;
  }
  await accountCall(call(removePasskey, { params: { id: question.id } }));
  return [];
}
