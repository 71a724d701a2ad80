import { useState } from 'react';
import type { Area } from '#contract/access.ts';
import {
  askForAddress,
  keepMailReminders,
  readMailReminders,
  stopMailReminders,
} from '#contract/reminders/mail-reminders.ts';
import { kindsIn, QUIET_HOURS } from '#contract/reminders/reminders.ts';
import { call } from '#pwa/api/call.ts';
import { useServerState } from '#pwa/api/use-server-state.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { deviceZone } from '#pwa/lib/time/device-zone.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { offlineIcon } from '#pwa/ui/icons/icons.ts';
import { mailIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { accountCall } from './account-call.ts';
import { NotRead } from './not-read.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import styles from './reminders.module.css';

interface MailRemindersProps {
  areas: readonly Area[];
  /** The quiet hours are others now, also for this device. */
  onQuietHours: () => void;
}

/** Reminders by mail: confirms the address, chooses kinds and quiet hours. Nothing where the server sends no mails. */
export function MailReminders({ areas, onQuietHours }: MailRemindersProps) {
  const { t } = useText();
  const isOffline = useIsOffline();
  const { value, failure, load } = useServerState(read);
  const [isChanging, setIsChanging] = useState(false);
  if (value && !value.enabled) return null;
  const isReady = value?.confirmed && !isChanging;
  return (
    <Card title={t('account.mail.title')}>
      <p className={primitives.intro}>{t('account.mail.text')}</p>
      {!value && <NotRead subject="mail" failed={failure !== null} onRetry={load} />}
      {value && isOffline && <Notice icon={offlineIcon}>{t('account.mail.offline')}</Notice>}
      {value?.pending && (
        <Notice icon={mailIcon}>{t('account.mail.pending', { address: value.pending })}</Notice>
      )}
      {value && !isReady && (
        <Address
          email={value.pending ?? value.email}
          disabled={isOffline}
          onAsked={() => {
            setIsChanging(false);
            load();
          }}
        />
      )}
      {value && isReady && (
        <>
          <p className={primitives.intro}>{t('account.mail.goesTo', { address: value.email })}</p>
          {value.reminders && (
            <ReminderFields
              areas={areas}
              stored={value.reminders}
              keep={(body) => accountCall(call(keepMailReminders, { body }))}
              disabled={isOffline}
              onQuietHours={onQuietHours}
            />
          )}
          <div className={primitives.row2}>
            <Switch
              isOn={value.reminders !== null}
              areas={areas}
              disabled={isOffline}
              onChanged={load}
            />
            <Button variant="quiet" disabled={isOffline} onClick={() => setIsChanging(true)}>
              {t('account.mail.change')}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

function read(signal: AbortSignal) {
  return accountCall(call(readMailReminders, { signal }));
}

/** Sends a link to an address, which becomes the account's when it is opened. */
function Address({
  email,
  disabled,
  onAsked,
}: {
  email: string;
  disabled: boolean;
  onAsked: () => void;
}) {
  const { t, language } = useText();
  const [typed, setTyped] = useState(email);
  const { busy, attempt } = useAttempt('account.reminders.notChanged');

  async function ask(): Promise<void> {
    const body = { email: typed, language };
    if (!(await attempt(() => accountCall(call(askForAddress, { body }))))) return;
    showToast({ title: t('account.mail.asked'), description: t('account.mail.askedText') });
    onAsked();
  }

  return (
    <form
      className={styles.address}
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <Field
        type="email"
        autoComplete="email"
        required
        label={t('account.email')}
        value={typed}
        disabled={disabled}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" icon={mailIcon} busy={busy} disabled={disabled}>
        {t('account.mail.ask')}
      </Button>
    </form>
  );
}

interface SwitchProps {
  isOn: boolean;
  areas: readonly Area[];
  disabled: boolean;
  onChanged: () => void;
}

function Switch({ isOn, areas, disabled, onChanged }: SwitchProps) {
  const { t, language } = useText();
  const { busy, attempt } = useAttempt('account.reminders.notChanged');

  async function turn(): Promise<void> {
    const timeZone = deviceZone() ?? 'UTC';
    const body = { ...QUIET_HOURS, language, timeZone, kinds: kindsIn(areas) };
    const isDone = await attempt(() =>
      accountCall(isOn ? call(stopMailReminders, {}) : call(keepMailReminders, { body })),
    );
    if (!isDone) return;
    const isGuess = !isOn && deviceZone() === null;
    showToast({
      title: t(isOn ? 'account.mail.off' : 'account.mail.on'),
      description: isGuess ? t('account.reminders.noZone') : undefined,
    });
    onChanged();
  }

  return (
    <Button
      variant={isOn ? 'secondary' : 'primary'}
      icon={isOn ? undefined : mailIcon}
      busy={busy}
      disabled={disabled}
      onClick={() => void turn()}
    >
      {t(isOn ? 'account.reminders.turnOff' : 'account.mail.turnOn')}
    </Button>
  );
}
